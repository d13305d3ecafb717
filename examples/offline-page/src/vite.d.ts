/** A module that Vite bundles as a worker into the script itself. */
declare module '*?worker&inline' {
  const InlineWorker: new () => Worker;
  export default InlineWorker;
}

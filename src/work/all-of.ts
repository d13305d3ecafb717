/** The results of both; if one fails, the other one has ended too. */
export async function allOf<A, B>(promises: readonly [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/**
 * Who may import whom: the table of ARCHITECTURE.md, checked by `npm run rules`.
 * A folder may always import itself; everything that is not listed is forbidden.
 */
const bytes = ['model', 'work', 'analysis', 'encoding', 'storage'];
const upToIndex = [...bytes, 'index'];
const upToAnswers = [...upToIndex, 'parser', 'resolve', 'answers', 'match'];
const upToCatalog = [...upToAnswers, 'query', 'facets', 'merge', 'build', 'ask', 'catalog'];
const rooms = {
  model: [],
  work: ['model'],
  analysis: ['model', 'work'],
  ask: ['model', 'work', 'analysis', 'parser'],
  parser: ['model', 'analysis'],
  resolve: ['model', 'work', 'analysis', 'parser'],
  answers: ['model', 'work', 'analysis', 'parser'],
  encoding: ['model', 'work', 'analysis'],
  storage: ['model', 'work', 'analysis', 'encoding'],
  index: bytes,
  merge: ['model', 'work', 'analysis', 'ask'],
  build: [...bytes, 'merge'],
  match: upToIndex,
  query: upToAnswers,
  facets: [...upToIndex, 'resolve', 'answers'],
  catalog: upToCatalog,
  live: upToCatalog,
  suggest: upToCatalog,
  rest: ['model', 'parser', 'catalog'],
  graphql: ['model', 'work', 'analysis', 'parser', 'catalog'],
  limits: ['model'],
  import: ['model', 'work', 'analysis', 'merge'],
  // Parts lists are matched through the public API, as any other program would; they are read as tables are.
  bom: ['model', 'work', 'analysis', 'ask', 'merge', 'catalog', 'import'],
  node: [...upToCatalog, 'live', 'rest', 'graphql', 'limits'],
};

/** The entries of the package, the only modules that benchmarks and examples know. The command line needs no completion. */
const commandLineEntries = ['^src/partdex\\.ts$', '^src/node/partdex-node\\.ts$', '^src/opensearch/partdex-opensearch\\.ts$'];
const entries = [
  ...commandLineEntries,
  '^src/suggest/partdex-suggest\\.ts$',
  '^src/rest/partdex-rest\\.ts$',
  '^src/graphql/partdex-graphql\\.ts$',
  '^src/limits/partdex-limits\\.ts$',
  '^src/import/partdex-import\\.ts$',
  '^src/bom/partdex-bom\\.ts$',
];

/** Libraries for the formats of tables, each loaded when a table of its kind is read. */
const tableLibraries = '(papaparse|@zip\\.js/zip\\.js)/';

const commandLineLibraries = '(commander|cli-table3|cli-progress|csv-parse|csv-stringify|picocolors|write-excel-file|yaml)/';

const roomRules = Object.entries(rooms).map(([room, allowed]) => ({
  name: `room-${room}`,
  comment: `src/${room} may import ${allowed.length ? allowed.map((name) => `src/${name}`).join(', ') : 'no other folder'}.`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: {
    path: '^(src|test|bench|scripts)/',
    pathNot: [...[room, ...allowed].map((name) => `^src/${name}/`), ...(room === 'bom' ? ['^src/partdex\\.ts$'] : [])],
  },
}));

module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'entry-partdex',
      comment: 'The main entry runs in browsers: nothing of src/node or src/cli. It includes no other entry.',
      severity: 'error',
      from: { path: '^src/partdex\\.ts$' },
      to: { path: '^(src/(node|cli|bom|sample|suggest|rest|graphql|limits|import|opensearch)|test|bench|scripts)/' },
    },
    {
      name: 'room-opensearch',
      comment:
        'The compiler for clusters knows requests and documents, not the index: of src/encoding and src/build only what reads documents.',
      severity: 'error',
      from: { path: '^src/opensearch/', pathNot: '^src/opensearch/in-process\\.ts$' },
      to: {
        path: '^(src|test|bench|scripts)/',
        pathNot: [
          ...['opensearch', 'model', 'work', 'analysis', 'parser', 'resolve', 'answers', 'ask'].map((name) => `^src/${name}/`),
          '^src/encoding/(spec-facts|merit|impact|digest)\\.ts$',
          '^src/build/(mean-price|category-tree|nesting|source-documents|spec-metadata-gatherer)\\.ts$',
        ],
      },
    },
    {
      name: 'room-cli',
      comment:
        'The command line uses the public entries, and the modules that read NDJSON and locate errors in it. Errors and quantities, which most commands need, come from their own modules: the main entry would load all of the library.',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: {
        path: '^(src|test|bench|scripts)/',
        pathNot: [
          '^src/(cli|bom|sample)/',
          '^src/node/(json-fault|ndjson|workers/carried-errors)\\.ts$',
          '^src/model/errors\\.ts$',
          '^src/analysis/quantity(-format)?\\.ts$',
          '^src/import/(partdex-import|table-source|list-separator|first-few|formats/bytes)\\.ts$',
          ...commandLineEntries,
        ],
      },
    },
    {
      name: 'room-sample',
      comment: 'Invented parts need only the types of documents.',
      severity: 'error',
      from: { path: '^src/sample/' },
      to: { path: '^(src|test|bench|scripts)/', pathNot: ['^src/sample/', '^src/partdex\\.ts$'] },
    },
    {
      name: 'bench-public',
      comment: 'Benchmarks use the public entries, and the sample generator for their data.',
      severity: 'error',
      from: { path: '^bench/', pathNot: '^bench/kernels/' },
      to: { path: '^(src|test|scripts)/', pathNot: ['^src/sample/', ...entries] },
    },
    {
      name: 'bench-kernels',
      comment:
        'The bench of kernels measures the inner loops, the switches of the fast paths and the codec, which no entry exports.',
      severity: 'error',
      from: { path: '^bench/kernels/' },
      to: {
        path: '^(src|test|scripts)/',
        pathNot: ['^src/(encoding|index|query|work|sample)/', '^src/model/plain\\.ts$', '^src/node/zlib-codec\\.ts$', ...entries],
      },
    },
    {
      name: 'examples-public',
      comment: 'Examples use the public entries, as any other program.',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^(src|test|bench|scripts)/', pathNot: entries },
    },
    {
      name: 'oracle-independent',
      comment: 'The oracle shares only the model with the engine.',
      severity: 'error',
      from: { path: '^test/oracle/' },
      to: { path: '^src/', pathNot: '^src/model/' },
    },
    {
      name: 'no-circles',
      comment: 'No circles, not even of types.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'node-modules-of-node',
      comment: 'Everything outside src/node and src/cli runs in a browser.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/node/', '^src/cli/'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'sample-is-pure',
      comment: 'Invented parts and parts lists run in a browser too.',
      severity: 'error',
      from: { path: '^src/(sample|bom)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'grammar-library',
      comment: 'Only src/parser imports the parsing library.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/parser/' },
      to: { path: 'node_modules/chevrotain' },
    },
    {
      name: 'table-libraries',
      comment: 'Only src/import/formats imports the libraries for the formats of tables, so that no other entry includes them.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/import/formats/' },
      to: { path: `node_modules/${tableLibraries}` },
    },
    {
      name: 'completion-library',
      comment: 'Only src/suggest imports FlexSearch, so that no other entry includes it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/suggest/' },
      to: { path: 'node_modules/flexsearch' },
    },
    {
      name: 'graphql-library',
      comment: 'Only src/graphql imports graphql, which is an optional peer dependency.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/graphql/' },
      to: { path: 'node_modules/graphql/' },
    },
    {
      name: 'command-line-libraries',
      comment: 'Libraries of the command line stay out of the engine.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: `node_modules/${commandLineLibraries}` },
    },
    {
      name: 'declared-dependencies',
      comment:
        'What src imports at run time is a dependency in package.json, or a development dependency that the build bundles.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        pathNot: `node_modules/(graphql/|@opensearch-project/opensearch/|chevrotain/|${tableLibraries}|${commandLineLibraries})`,
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'resolvable',
      comment: 'Every import leads somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};

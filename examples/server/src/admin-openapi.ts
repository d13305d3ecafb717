const COUNT = { type: 'integer', minimum: 0 };
const TEXTS = { type: 'array', items: { type: 'string' } };

const REPORT = {
  commit: { ...COUNT, description: 'number of the commit; that of the last one if nothing changed' },
  added: { ...COUNT, description: 'parts that are new' },
  replaced: { ...COUNT, description: 'parts that were there: put again, or patched' },
  removed: { ...COUNT, description: 'parts that are gone' },
  missing: { ...TEXTS, description: 'uids of patch and remove that no part has' },
  invalid: { ...COUNT, description: 'always 0: an invalid change fails the update' },
  notices: { ...TEXTS, description: 'oddities of the data that were not errors' },
  milliseconds: { type: 'number', description: 'how long it took' },
};

const CHANGES =
  'One JSON object a line with one member: `put` (a part), `patch` (a merge patch with its uid), `remove` (a uid), `brand`, ' +
  '`manufacturer`, `seller`, `category`, `spec_metadata` (a record), or `removeRecords`. A line that is a part itself is a put. ' +
  'Plain or gzip.';

const refusal = (description: string, more: object = {}) => ({
  description,
  content: {
    'application/json': {
      schema: { type: 'object', required: ['message'], properties: { message: { type: 'string' }, ...more } },
    },
  },
});

/** The OpenAPI 3.1 description of the requests that change the catalog. `partdex/rest` describes those that read it. */
export function adminOpenApi(): object {
  const report = { type: 'object', required: Object.keys(REPORT), properties: REPORT };
  return {
    openapi: '3.1.0',
    info: { title: 'Changes of the parts catalog', version: '1' },
    security: [{ adminKey: [] }],
    paths: {
      '/parts': {
        post: {
          operationId: 'updateParts',
          summary: 'Applies changes as one commit: all of them, or none.',
          requestBody: {
            required: true,
            content: { 'application/x-ndjson': { schema: { type: 'string', description: CHANGES } } },
          },
          responses: {
            200: {
              description: 'The commit is on disk, and requests see it.',
              content: { 'application/json': { schema: report } },
            },
            400: refusal('A change is invalid; nothing was changed.', {
              line: { type: 'integer', minimum: 1 },
              path: { type: 'string' },
            }),
            401: refusal('The key is missing.'),
            403: refusal('The key is not that of an admin.'),
            413: refusal('The body is too long.'),
            415: refusal('The body is not NDJSON.'),
            429: refusal('The address sends too many requests.'),
            503: refusal('Too many requests wait.'),
          },
        },
      },
    },
    components: { securitySchemes: { adminKey: { type: 'apiKey', in: 'header', name: 'token' } } },
  };
}

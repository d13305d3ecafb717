/**
 * Carries calls out, and writes their answers so that they can be compared: without times, and with all wording (warnings, messages,
 * the texts of plans) apart from the rest.
 */
import { createHash } from 'node:crypto';

/** Longer answers are kept as a hash, and their beginning. */
const LONGEST_TEXT = 20_000;
const BEGINNING = 2000;
/** Most records of a scan. */
const SCANNED = 100;
const TIMES = /("(?:msec|microseconds)":\s*)[\d.e+-]+/g;
/** Replaces wording. */
const TEXT = '…';

/**
 * What calls are carried out on.
 * @param partdex the functions of a build of the package: `openCatalogFile`, `createRestApi` and `createGraphqlApi`
 * @param path the catalog file
 */
export async function openTarget({ openCatalogFile, createRestApi, createGraphqlApi }, path) {
  // A busy machine must not change an answer.
  const catalog = await openCatalogFile(path, { limits: { milliseconds: 120_000 } });
  const rest = (classNames) => createRestApi(catalog, { isValidKey: (key) => key === 'key', classNames });
  const graphql = (dialect) => createGraphqlApi(catalog, { isValidToken: () => true, dialect });
  return { catalog, rest: [rest(false), rest(true)], graphql: { v4: graphql('v4'), sup: graphql('sup') } };
}

/**
 * The answer of a call, as it is recorded: `text` (or `hash`, `length` and `beginning`), `status` where there is one, `wording` by
 * kind; or `error` of a call that was refused.
 * @param ignoredSteps kinds of steps of plans that are left out
 */
export async function answerOf(target, call, ignoredSteps = []) {
  try {
    return await carryOut(target, call, ['load', ...ignoredSteps]);
  } catch (error) {
    return { error: placesOf(error) };
  }
}

async function carryOut(target, call, ignoredSteps) {
  if (call.method === 'rest') return restAnswer(await target.rest[Number(call.classNames)].handle(call.url));
  if (call.method === 'graphql') return graphqlAnswer(target.graphql[call.dialect], call);
  const collection = target.catalog[call.collection];
  if (call.method === 'scan') return answer(await scanned(collection.scan(...call.arguments)), {});
  const answered = await collection[call.method](...call.arguments);
  if (call.method === 'searchText') return textAnswer(answered);
  const copy = answered === undefined ? null : JSON.parse(JSON.stringify(answered));
  const wording = {};
  if (call.method === 'search' || call.method === 'match') takeWarnings(copy, wording);
  if (call.method === 'match') for (const result of copy.results) takeMatchTexts(result, wording);
  if (call.method === 'explain') takePlan(copy, wording, ignoredSteps);
  return answer(JSON.stringify(copy), wording);
}

async function scanned(records) {
  const texts = [];
  for await (const record of records) {
    texts.push(JSON.stringify(record));
    if (texts.length === SCANNED) break;
  }
  return texts.join('\n');
}

/** A text that is compared byte for byte, except for its warnings. */
function textAnswer(text, wording = {}, status = undefined) {
  const found = {};
  const json = /^\/\*\*\/[^(]*\(([\s\S]*)\);\s*$/.exec(text)?.[1] ?? text;
  const body = JSON.parse(json);
  takeWarnings(body, found);
  for (const result of Array.isArray(body.results) ? body.results : []) takeMatchTexts(result, found);
  let rest = text;
  for (const sentence of Object.values(found).flat()) rest = rest.replaceAll(JSON.stringify(sentence), JSON.stringify(TEXT));
  return answer(rest, { ...wording, ...found }, status);
}

function restAnswer({ status, headers, body }) {
  if (status !== 200) return { status, message: body.slice(0, BEGINNING) };
  const { 'partdex-warnings': warnings, ...others } = headers;
  const wording = warnings === undefined ? {} : { headers: [warnings] };
  const { text, ...kept } = textAnswer(body, wording, status);
  return { ...kept, ...(text !== undefined && { text }), headers: others };
}

/** Errors are kept by their places; data and warnings as they are. */
async function graphqlAnswer(api, { asText, body }) {
  const client = { token: 'token' };
  const { status, body: answered } = asText ? await api.executeText(body, client) : await api.execute(body, client);
  const { errors, error, extensions, ...others } =
    typeof answered === 'string' ? JSON.parse(answered) : JSON.parse(JSON.stringify(answered));
  const wording = {};
  if (extensions) takeWarnings(extensions, wording);
  takeGraphqlTexts(others.data, wording);
  const recorded = answer(JSON.stringify({ ...others, extensions: extensions?.warnings }), wording, status);
  const refusals = errors ?? error?.errors;
  if (refusals === undefined) return recorded;
  const places = refusals.map(({ path, locations }) => ({ path, locations }));
  return { ...recorded, errors: places, messages: refusals.map(({ message }) => message) };
}

function answer(text, wording, status) {
  const timeless = text.replaceAll(TIMES, '$1"time"');
  const kept =
    timeless.length <= LONGEST_TEXT
      ? { text: timeless }
      : {
          hash: createHash('sha256').update(timeless).digest('hex'),
          length: timeless.length,
          beginning: timeless.slice(0, BEGINNING),
        };
  return { ...(status !== undefined && { status }), ...kept, ...(Object.keys(wording).length > 0 && { wording }) };
}

/** Moves the sentences of a list to the wording; how many there are stays. */
function takeWarnings(holder, wording) {
  if (!Array.isArray(holder.warnings)) return;
  take(wording, 'warnings', holder.warnings);
  holder.warnings = holder.warnings.map(() => TEXT);
}

function takeMatchTexts(result, wording) {
  if (typeof result?.error === 'string') {
    take(wording, 'errors', [result.error]);
    result.error = TEXT;
  }
  if (result?.items !== undefined) takeWarnings(result, wording);
  for (const suggestion of result?.suggestions ?? []) {
    take(wording, 'suggestions', [suggestion.text]);
    suggestion.text = TEXT;
  }
}

function takeGraphqlTexts(data, wording) {
  for (const root of Object.values(data ?? {})) {
    for (const result of Array.isArray(root) ? root : [root]) {
      if (result?.error !== undefined) takeMatchTexts(result, wording);
      else if (result) takeWarnings(result, wording);
    }
  }
}

/** Leaves steps out that say what was loaded, and moves the labels and reasons of the others to the wording. */
function takePlan(explanation, wording, ignoredSteps) {
  takeWarnings(explanation, wording);
  const visitStep = (step) => {
    take(wording, 'plan', [step.label, step.reason]);
    step.label = step.reason = TEXT;
    step.steps = step.steps.filter(({ kind }) => !ignoredSteps.includes(kind));
    step.steps.forEach(visitStep);
  };
  visitStep(explanation.plan);
  const visitCondition = (condition) => {
    take(wording, 'plan', [condition.label]);
    condition.label = TEXT;
    condition.conditions.forEach(visitCondition);
  };
  explanation.score?.conditions.forEach(visitCondition);
}

function take(wording, kind, texts) {
  if (texts.length > 0) wording[kind] = [...(wording[kind] ?? []), ...texts];
}

/** The compared members of an error, and its message, which is not compared. */
function placesOf(error) {
  const { code, argument, offset, length, expected, query, issues, message } = error;
  // Any other error is a fault of the package.
  if (code === undefined) return { code: 'unexpected', message: String(error?.stack ?? error).slice(0, BEGINNING) };
  const long = typeof query === 'string' && query.length > BEGINNING;
  return {
    code,
    argument,
    offset,
    length,
    expected,
    query: long ? undefined : query,
    issues,
    message: message.slice(0, BEGINNING),
  };
}

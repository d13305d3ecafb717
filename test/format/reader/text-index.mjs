import { decodeText, demand, isAscending } from './bytes.mjs';
import { readPostings } from './postings.mjs';

const TERMS_OF_BLOCK = 16;
const FIRST_OF_RANKS = 16;

/** The terms by ordinal. */
export function readTerms([count, starts, bytes]) {
  demand(starts.length === Math.ceil(count[0] / TERMS_OF_BLOCK), 'the block starts do not fit the number of terms');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const number = () => {
    const byte = bytes[at++];
    return byte < 255 ? byte : view.getUint32((at += 4) - 4, true);
  };
  const terms = [];
  let term = [];
  for (let i = 0; i < count[0]; i++) {
    const isFirst = i % TERMS_OF_BLOCK === 0;
    if (isFirst) demand(starts[i / TERMS_OF_BLOCK] === at, 'a block of terms begins elsewhere');
    const shared = isFirst ? 0 : number();
    const length = number();
    demand(shared <= term.length && at + length <= bytes.length, 'a term is too long');
    term = [...term.slice(0, shared), ...bytes.subarray(at, at + length)];
    at += length;
    terms.push(decodeText(Uint8Array.from(term)));
  }
  demand(at === bytes.length, 'there are bytes after the last term');
  return terms;
}

/**
 * The fields that contain a term in a row, a bit for each field.
 * @returns `{ maskOf(term, row), usualMaskOf(term), exceptionsOf(term) }`, the exceptions being rows
 */
export function readMasks([usual, starts, rows, masks], postings) {
  demand(usual.length === postings.length && starts.length === postings.severals + 1, 'the masks do not fit the terms');
  demand(starts[0] === 0 && starts.at(-1) === rows.length && masks.length === rows.length, 'the exceptions do not fit');
  const exceptionsOf = (term) => {
    const several = postings.severalOf(term);
    return several < 0 ? rows.subarray(0, 0) : rows.subarray(starts[several], starts[several + 1]);
  };
  const maskOf = (term, row) => {
    const i = exceptionsOf(term).indexOf(row);
    return i < 0 ? usual[term] : masks[starts[postings.severalOf(term)] + i];
  };
  return { maskOf, usualMaskOf: (term) => usual[term], exceptionsOf };
}

/**
 * The token stream.
 * @returns `{ rankOf(term), valuesOf(row) }`: the values of a row as `{ field, terms }`, and the rank of a term
 */
export function readTokens([ranks, rowStarts, stream], postings) {
  demand(ranks.length === postings.severals, 'the ranks do not fit the terms');
  demand(rowStarts[0] === 0 && rowStarts.at(-1) === stream.length, 'the row starts do not fit the stream');
  const rankOf = (term) => {
    const several = postings.severalOf(term);
    return several < 0 ? ranks.length + term : ranks[several];
  };
  const termOfRank = new Map(Array.from({ length: postings.length }, (_, term) => [rankOf(term), term]));
  demand(termOfRank.size === postings.length, 'two terms have one rank');
  return {
    rankOf,
    valuesOf: (row) =>
      readStream(stream.subarray(rowStarts[row], rowStarts[row + 1])).map(({ field, ranks: codes }) => ({
        field,
        terms: codes.map((rank) => termOfRank.get(rank)),
      })),
  };
}

/** The values of one row's stretch of a token stream, as `{ field, ranks }`. */
export function readStream(stream) {
  const values = [];
  for (let at = 0; at < stream.length; ) {
    const first = stream[at++];
    if (first < FIRST_OF_RANKS) {
      values.push({ field: first, ranks: [] });
      continue;
    }
    let rank = first - FIRST_OF_RANKS;
    for (; stream[at] >= 0x80; at++) rank = rank * 128 + (stream[at] & 0x7f);
    values.at(-1).ranks.push(rank);
  }
  return values;
}

/**
 * Which rows have two frequent terms side by side.
 * @returns `{ paired, keys, postings }`, `paired` and the numbers that the keys are made of as terms' ordinals
 */
export function readPairs([paired, keys, ...arrays], termOfSeveral, rows) {
  demand(isAscending(paired) && isAscending(keys), 'the pairs are out of order');
  demand(keys.length === 0 || keys.at(-1) < paired.length ** 2, 'a pair has terms that are not paired');
  const postings = readPostings(arrays, rows);
  demand(postings.length === keys.length, 'the pairs do not fit their postings');
  return {
    paired: Array.from(paired, (several) => termOfSeveral[several]),
    pairs: Array.from(keys, (key, i) => ({
      first: termOfSeveral[paired[Math.floor(key / paired.length)]],
      second: termOfSeveral[paired[key % paired.length]],
      rows: postings.rowsOf(i),
    })),
  };
}

const CHAMPIONS = 128;

/** The lengths of rows, and term to its best rows. */
export function readScores([lengths, championTerms, champions], termOfSeveral) {
  demand(isAscending(championTerms), 'the champion terms are out of order');
  demand(champions.length === CHAMPIONS * championTerms.length, 'the champions do not fit their terms');
  return {
    lengths,
    championsOf: new Map(
      Array.from(championTerms, (several, i) => [
        termOfSeveral[several],
        Array.from(champions.subarray(CHAMPIONS * i, CHAMPIONS * (i + 1))),
      ]),
    ),
  };
}

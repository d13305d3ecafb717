import { isPlainObject } from './plain.js';
import type { SearchRequest } from './requests.js';

/**
 * A request of a scan: without its page, which means nothing there; the rest is checked all the same. A value that is not an object
 * stays as it is, so that the check refuses it: copies of its members would be a request for everything.
 */
export function withoutPage(request: SearchRequest = {}): SearchRequest {
  if (!isPlainObject(request)) return request ?? {};
  const { start: _start, limit: _limit, ...rest } = request as SearchRequest;
  return rest;
}

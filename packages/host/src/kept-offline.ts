import { API_VERSION } from '@touchline/api/api-version';

/**
 * `meta` of queries whose last response the shell keeps in the browser. It is shown while the server cannot be reached or is slow,
 * with the time at which it was loaded as the query's `dataUpdatedAt`. The response must survive JSON. It is removed when its user
 * signs out. One that a build with another version of the API has kept is not shown; a query that computes its data differently after
 * a release needs another key.
 */
export const KEPT_OFFLINE: { readonly keptOffline: string } = { keptOffline: API_VERSION };

/**
 * `meta` of queries whose last response the shell keeps in the browser. It is shown while the server cannot be reached or is slow,
 * with the time at which it was loaded as the query's `dataUpdatedAt`. The response must survive JSON. It is removed when its user
 * signs out.
 */
export const KEPT_OFFLINE = { keptOffline: true } as const;

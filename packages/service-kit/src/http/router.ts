import Router from '@koa/router';

/** Prefix of every API path, in the gateway and in the services. */
export const API_PREFIX = '/api';

/**
 * Creates a router of paths below /api. Paths match exactly; any other spelling matches no route. Where several routes match, the
 * one with the fewest parameters wins, in any order of registration: `/games/active` before `/games/:id`.
 */
export const createRouter = (): Router =>
  new Router({ prefix: API_PREFIX, sensitive: true, strict: true, exclusive: 'specificity' });

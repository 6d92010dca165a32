/**
 * First segments of the product's own paths: pages and folders of the shell, prefixes of the gateway. The empty one is the home page.
 * gateway/src/remotes/route-owners.test.ts compares them with the routing table.
 */
const PRODUCT_PREFIXES = new Set([
  '',
  'api',
  'assets',
  'healthz',
  'icons',
  'metrics',
  'readyz',
  'remotes',
  'share',
]);

/** Path of the admin dashboard. The shell shows it to administrators only, and only from ADMIN_REMOTE. */
export const ADMIN_PATH = '/admin';
export const ADMIN_REMOTE = 'mf-admin';

/** Literal segments in lower case and parameters. The first one is literal: a parameter would match the paths of every owner. */
const ROUTE_PATH = /^\/[a-z0-9][a-z0-9_-]*(\/([a-z0-9][a-z0-9_-]*|:[A-Za-z]\w*))*$/;

/** Reports whether a path has the form of a route: the home page, or one like `/team-view/:participationId`. */
export const isRoutePath = (path: string) => path === '/' || ROUTE_PATH.test(path);

/** Returns the first segment of a path. A remote owns it with everything below it, so routes of two remotes never overlap. */
export const getRoutePrefix = (path: string) => path.split('/')[1] ?? '';

/** Reports whether a path is one of the product's own, or not a route at all: no remote may have it. */
export const isProductPath = (path: string) =>
  !isRoutePath(path) || PRODUCT_PREFIXES.has(getRoutePrefix(path));

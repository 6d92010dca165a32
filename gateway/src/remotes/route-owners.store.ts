import { TouchlineError } from '@touchline/api/errors';
import type { RemoteRoute } from '@touchline/api/http/remotes';
import { getRoutePrefix, isProductPath } from '@touchline/api/remote-routes';
import type { Knex } from 'knex';

/** Owners of paths: the name of a remote by the first segment of its paths. */
export type RouteOwners = ReadonlyMap<string, string>;

export async function listRouteOwners(db: Knex): Promise<RouteOwners> {
  const rows: { prefix: string; name: string }[] = await db('remote_routes').select('prefix', 'name');
  return new Map(rows.map(({ prefix, name }) => [prefix, name]));
}

/** Reports whether a path belongs to this remote. */
export const isOwner = (owners: RouteOwners, name: string, path: string) =>
  !isProductPath(path) && owners.get(getRoutePrefix(path)) === name;

/**
 * Makes a remote the owner of its routes unless they have another owner, and keeps it until they are moved: a version that
 * drops a route may be rolled back. Of concurrent transactions with the same route, the first one owns it.
 * @throws TouchlineError ROUTE_TAKEN naming each path and its owner
 */
export async function claimRoutes(
  trx: Knex.Transaction,
  name: string,
  routes: readonly Pick<RemoteRoute, 'path'>[],
): Promise<void> {
  const own = routes.filter(({ path }) => !isProductPath(path));
  // Sorted, so that two transactions never wait for each other.
  const prefixes = [...new Set(own.map(({ path }) => getRoutePrefix(path)))].sort();
  if (prefixes.length > 0)
    await trx('remote_routes')
      .insert(prefixes.map((prefix) => ({ prefix, name })))
      .onConflict('prefix')
      .ignore();
  const owners = await listRouteOwners(trx);
  const details = routes.flatMap(({ path }, index) =>
    isOwner(owners, name, path)
      ? []
      : [{ path: `remote.json.routes.${index}.path`, message: describeOwner(owners, path) }],
  );
  if (details.length === 0) return;
  const problems = details.map(({ message }) => message).join('; ');
  throw new TouchlineError('ROUTE_TAKEN', `${name} was not published: ${problems}.`, { details });
}

function describeOwner(owners: RouteOwners, path: string): string {
  const owner = isProductPath(path) ? undefined : owners.get(getRoutePrefix(path));
  return owner ? `${path} belongs to ${owner}` : `${path} belongs to the product`;
}

/**
 * Gives a path with everything below it to a remote. @returns the previous owner; null if there was none
 * @throws TouchlineError ROUTE_TAKEN for a path of the product
 */
export async function moveRoute(trx: Knex.Transaction, path: string, name: string): Promise<string | null> {
  if (isProductPath(path)) throw new TouchlineError('ROUTE_TAKEN', `${path} belongs to the product.`);
  const prefix = getRoutePrefix(path);
  const row = await trx('remote_routes').where({ prefix }).forUpdate().first('name');
  await trx('remote_routes').insert({ prefix, name }).onConflict('prefix').merge();
  return row?.name ?? null;
}

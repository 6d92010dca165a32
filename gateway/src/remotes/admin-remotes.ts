import type { AdminRemote } from '@touchline/api/http/admin-overview';
import type { Knex } from 'knex';
import { isForAdmins } from './registry.ts';
import { listRemoteErrors } from './remote-errors.store.ts';
import { listVersions, type RegisteredVersion } from './remotes.store.ts';

const ERRORS_OF_REMOTE = 20;

/** Every remote with its versions and errors; one whose folders were all refused has errors only. */
export async function adminRemotes(db: Knex): Promise<AdminRemote[]> {
  const [versions, errors] = await Promise.all([listVersions(db), listRemoteErrors(db)]);
  const names = new Set([...versions, ...errors].map(({ name }) => name));
  return [...names].sort().map((name) => {
    const own = versions.filter((version) => version.name === name);
    const current = own.find((version) => version.current);
    return {
      name,
      audience: current && !isForAdmins(current) ? 'everyone' : 'admins',
      current_version: current?.version ?? '',
      routes: current?.routes ?? [],
      versions: own.sort((a, b) => b.published_at - a.published_at).map(toWire),
      errors: errors
        .filter((error) => error.name === name)
        .slice(0, ERRORS_OF_REMOTE)
        .map(({ version, at, message, count }) => ({ version, at: iso(at), message, count })),
    };
  });
}

const toWire = ({ version, published_at, current }: RegisteredVersion) => ({
  version,
  published_at: iso(published_at),
  current,
});

const iso = (ms: number) => new Date(ms).toISOString();

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { remoteDescription } from '@touchline/api/http/remotes';
import { listFirstFiles, remoteManifest } from '@touchline/api/remote-manifest';
import { computeDigests } from '../remotes/released-files.ts';
import { addHistory } from '../remotes/remote-history.store.ts';
import { ensureRemote, findVersionFiles, insertVersion, storeCurrent } from '../remotes/remotes.store.ts';
import { claimRoutes } from '../remotes/route-owners.store.ts';
import type { GatewayUnderTest } from './gateway-under-test.ts';

/** Registers the versions in a folder, `<name>/<version>/`, as published; the last one becomes current. */
export async function registerFolder({ db }: Pick<GatewayUnderTest, 'db'>, folder: string): Promise<void> {
  for (const name of readdirSync(folder))
    for (const version of readdirSync(join(folder, name)).sort()) {
      const path = join(folder, name, version);
      const files = new Map(
        readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .map((file) => [file.slice(path.length + 1), readFileSync(file)]),
      );
      const json = (file: string): unknown => JSON.parse(files.get(file)?.toString() ?? 'null');
      const { routes } = remoteDescription.parse(json('remote.json'));
      const manifest = remoteManifest.safeParse(json('mf-manifest.json'));
      const digests = computeDigests(files);
      const assets = manifest.success ? listFirstFiles(manifest.data) : [];
      if (await findVersionFiles(db, name, version)) continue;
      await db.transaction(async (trx) => {
        const row = { name, version, routes, files: digests, assets, security_fix: false };
        await ensureRemote(trx, name);
        await claimRoutes(trx, name, routes);
        await insertVersion(trx, row, new Date());
        await storeCurrent(trx, name, version);
        const at = new Date();
        await addHistory(trx, { name, action: 'CURRENT', version, detail: null, by: 'test', at });
      });
    }
}

/** Writes version 1.0.0 of a remote with these routes, like a build. Its files are empty. */
export function writeRemote(folder: string, name: string, routes: object[]): void {
  const path = join(folder, name, '1.0.0');
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'remote.json'), JSON.stringify({ name, routes }));
  const assets = {
    js: { sync: ['page.0123abcd.js'], async: [] },
    css: { sync: ['page.0123abcd.css'], async: [] },
  };
  const manifest = {
    name,
    metaData: { remoteEntry: { name: 'remoteEntry.0123abcd.js' } },
    shared: ['react', '@touchline/ui/data'].map((module) => ({
      name: module,
      singleton: true,
      requiredVersion: '^1.0.0',
    })),
    exposes: [{ name: 'remote', assets }],
  };
  writeFileSync(join(path, 'mf-manifest.json'), JSON.stringify(manifest));
  const firstPage = {
    shared: ['react'],
    // Files that do not exist are not preloaded.
    pages: { '/team/:id': { shared: ['@touchline/ui/data'], files: ['team.0123abcd.js', 'missing.js'] } },
  };
  writeFileSync(join(path, 'first-page.json'), JSON.stringify(firstPage));
  for (const file of ['remoteEntry.0123abcd.js', 'page.0123abcd.js', 'page.0123abcd.css', 'team.0123abcd.js'])
    writeFileSync(join(path, file), '');
}

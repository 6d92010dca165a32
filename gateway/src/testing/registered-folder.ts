import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remoteDescription } from '@touchline/api/http/remotes';
import { firstFiles, remoteManifest } from '@touchline/api/remote-manifest';
import { digestsOf } from '../remotes/released-files.ts';
import { filesOf, insertVersion, openRemote, storeCurrent } from '../remotes/remotes.store.ts';
import type { GatewayUnderTest } from './gateway-under-test.ts';

/** Registers the versions in a folder, `<name>/<version>/`, as if they had been published; the last one becomes current. */
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
      const digests = digestsOf(files);
      const integrity = digests['mf-manifest.json'] ?? '';
      const assets = manifest.success ? firstFiles(manifest.data) : [];
      if (await filesOf(db, name, version)) continue;
      await db.transaction(async (trx) => {
        const row = { name, version, routes, integrity, files: digests, assets };
        await openRemote(trx, name);
        await insertVersion(trx, row, new Date());
        await storeCurrent(trx, name, version, 'test', new Date());
      });
    }
}

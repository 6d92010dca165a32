import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildBuiltWith, buildRemoteSharing, buildSharedTable } from './package-versions.ts';
import { buildProvidedModule } from './provided-module.ts';
import { listOnDemand, SHARED } from './shared.ts';

const packages = join(import.meta.dirname, '../..');
const shell = join(packages, '../shell');
const readVersion = (folder: string): string =>
  JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8')).version;

/** Source file of an exported module, relative to its package. */
function findSource(folder: string, module: string): string {
  const { exports } = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8'));
  const target = exports[`./${module}`] ?? exports['./*'];
  return (target.source ?? target).replace('*', module);
}

describe('shared modules', () => {
  test.each(SHARED.filter((row) => row.request.startsWith('@touchline/')))(
    '$request is exported by its package',
    ({ request }) => {
      const [, folder = '', module = ''] = request.split('/');
      expect(existsSync(join(packages, folder, findSource(folder, module)))).toBe(true);
    },
  );

  test('the shell provides one copy of each shared module', () => {
    const module = buildProvidedModule(shell);
    for (const { request } of SHARED) expect(module.split(`  "${request}": [{`)).toHaveLength(2);
    expect(module.match(/"singleton":true/g)).toHaveLength(SHARED.length);
  });

  test('a remote accepts neither its own copy nor a wrong version', () => {
    for (const row of Object.values(buildRemoteSharing(shell)))
      expect(row).toMatchObject({ singleton: true, import: false, strictVersion: true });
  });

  test('a facade has the version of its package, and a remote accepts later ones of the same major', () => {
    const [host, ui] = [readVersion('host'), readVersion('ui')];
    const table = buildSharedTable(shell);
    expect(table).toMatchObject({ '@touchline/host/host': host, '@touchline/ui/base': ui });
    expect(table['@touchline/api']).toBe(readVersion('api'));
    const [major, minor] = host.split('.');
    expect(buildRemoteSharing(shell)['@touchline/host/host']?.requiredVersion).toBe(`^${major}.${minor}.0`);
  });

  test('a build states the versions of all packages that it was built with', () => {
    const packagesOfRemotes = ['api', 'host', 'ui', 'rules', 'federation'];
    expect(buildBuiltWith(shell)).toEqual(
      Object.fromEntries(packagesOfRemotes.map((name) => [`@touchline/${name}`, readVersion(name)])),
    );
  });

  test('the version of zod equals the installed one', () => {
    const { version } = JSON.parse(readFileSync(join(packages, '../node_modules/zod/package.json'), 'utf8'));
    expect(SHARED.find((row) => row.request === 'zod/mini')?.version).toBe(version);
  });

  test('modules that only some pages need are loaded on demand', () => {
    expect(listOnDemand()).toEqual([
      '@touchline/ui/forms',
      '@touchline/ui/data',
      '@touchline/ui/overlays',
      '@touchline/ui/pickers',
      '@touchline/ui/tooltip',
      '@touchline/host/redux',
    ]);
  });
});

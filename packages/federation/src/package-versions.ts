import { createRequire } from 'node:module';
import { join } from 'node:path';
import { SHARED } from './shared.ts';

/** The package with the endpoints and schemas: remotes bundle it, and the shell sends their requests. */
const API = '@touchline/api';

/** Packages that a remote is built with. Each has a version and a changelog. */
const CONTRACTS = [API, '@touchline/host', '@touchline/ui', '@touchline/rules', '@touchline/federation'];

/** Returns the name of a specifier's package: `@touchline/host/host` -> `@touchline/host`, `react/jsx-runtime` -> `react`. */
const getPackage = (request: string) =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');

/** Reads the version of a package as a build in this folder resolves it. @throws if it is not installed */
function readVersion(folder: string, name: string): string {
  return createRequire(join(folder, 'package.json'))(`${name}/package.json`).version;
}

/** Returns the range of versions that are compatible with a build: the same major, and at least its minor. */
const toRange = (version: string) => `^${version.split('.').slice(0, 2).join('.')}.0`;

/** Versions that a shell in this folder provides: each shared module by specifier, and the API (`shared.json`). */
export function buildSharedTable(folder: string): Record<string, string> {
  const modules = SHARED.map(({ request, version }) => [
    request,
    version ?? readVersion(folder, getPackage(request)),
  ]);
  return Object.fromEntries([...modules, [API, readVersion(folder, API)]]);
}

/** Ranges that a remote in this folder accepts, by specifier of the shared module. */
export function buildRanges(folder: string): Record<string, string> {
  return Object.fromEntries(
    SHARED.map(({ request, remote }) => [
      request,
      remote ?? toRange(readVersion(folder, getPackage(request))),
    ]),
  );
}

/** Versions of our packages that a remote in this folder is built with (`built-with.json`). */
export function buildBuiltWith(folder: string): Record<string, string> {
  return Object.fromEntries(CONTRACTS.map((name) => [name, readVersion(folder, name)]));
}

interface SharedOption {
  singleton: true;
  import: false;
  strictVersion: true;
  requiredVersion: string;
}

/**
 * Module Federation options of a remote in this folder. `import: false` prevents a bundled copy. `strictVersion` raises an error
 * instead of using a wrong version.
 */
export function buildRemoteSharing(folder: string): Record<string, SharedOption> {
  return Object.fromEntries(
    Object.entries(buildRanges(folder)).map(([request, requiredVersion]) => [
      request,
      { singleton: true, import: false, strictVersion: true, requiredVersion },
    ]),
  );
}

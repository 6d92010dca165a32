#!/usr/bin/env node
// Records the current minor versions of host and ui (shell/compatibility/README.md): the built remote, and the declarations that it can rely on.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { printDeclarations } from './api-reports.mjs';

const PACKAGES = join(import.meta.dirname, '../../packages');
const COMPATIBILITY = join(import.meta.dirname, '../../shell/compatibility');
const REMOTE = join(COMPATIBILITY, 'remote');
const require = createRequire(join(COMPATIBILITY, '../package.json'));

const HOST = '@touchline/host/host';
/** Modules that exist once on the page: the host's contexts, the facades and the shape of a remote. */
const ENTRIES = [
  HOST,
  '@touchline/host/remote',
  '@touchline/host/query',
  '@touchline/host/router',
  '@touchline/host/redux',
  '@touchline/host/zod',
  '@touchline/ui/base',
  '@touchline/ui/data',
  '@touchline/ui/forms',
  '@touchline/ui/overlays',
  '@touchline/ui/pickers',
  '@touchline/ui/tooltip',
];
/** Its generic functions cannot be compared by the compiler. The recorded remote sends a request with them instead. */
const NOT_RECORDED = '@touchline/api/client';

const target = join(COMPATIBILITY, 'versions', currentVersion());
if (existsSync(target)) throw new Error(`${target} is recorded. A record never changes.`);
buildRemote(join(target, 'remote'));
recordDeclarations(join(target, 'types'));
writeFileSync(join(target, 'assert.ts'), buildAssertions());
console.log(`${relative(process.cwd(), target)} is recorded`);

/** `host-1.0-ui-1.0` */
function currentVersion() {
  const minor = (name) => require(`@touchline/${name}/package.json`).version.split('.').slice(0, 2).join('.');
  return `host-${minor('host')}-ui-${minor('ui')}`;
}

/** Builds the remote and copies the files that a publication needs. */
function buildRemote(to) {
  const rspack = join(PACKAGES, '../node_modules/@rspack/cli/bin/rspack.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, [rspack, 'build'], { cwd: REMOTE, stdio: 'inherit', env });
  const isPublished = (path) => !/\.(map|br|gz)$|mf-stats\.json$|LICENSE\.txt$/.test(path);
  cpSync(join(REMOTE, 'dist'), to, { recursive: true, filter: isPublished });
  rmSync(join(REMOTE, 'dist'), { recursive: true });
}

/** Copies the declarations of the entries with all that they import from our packages. Imports become relative paths. */
function recordDeclarations(to) {
  const waiting = ENTRIES.map(findDeclaration);
  const seen = new Set(waiting);
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    const use = (found) => {
      if (!seen.has(found)) waiting.push(found);
      seen.add(found);
      const path = relative(dirname(toRecorded(file)), toRecorded(found)).replace(/\.d\.ts$/, '.ts');
      return path.startsWith('.') ? path : `./${path}`;
    };
    const text = readFileSync(file, 'utf8')
      .replaceAll(/(["'])(@touchline\/[^"']+)\1/g, (whole, quote, name) =>
        name === NOT_RECORDED ? whole : quote + use(findDeclaration(name)) + quote,
      )
      .replaceAll(/(["'])(\.{1,2}\/[^"']+)\.tsx?\1/g, (whole, quote, path) => {
        const found = join(dirname(file), `${path}.d.ts`);
        return existsSync(found) ? quote + use(found) + quote : whole;
      });
    const copy = join(to, toRecorded(file));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, printDeclarations(file, text));
  }
}

/** A module that compiles only while the current packages offer everything in this record. The shell alone renders HostProvider. */
function buildAssertions() {
  const modules = ENTRIES.map((specifier) => {
    const recorded = `typeof import('./types/${toRecorded(findDeclaration(specifier)).replace('.d.ts', '.ts')}')`;
    const used = specifier === HOST ? `Omit<${recorded}, 'HostProvider'>` : recorded;
    return `  Keeps<${used}, typeof import('${specifier}')>,`;
  });
  return [
    `import type { Host } from '${HOST}';`,
    "import type { Keeps } from '../../keeps.ts';",
    "import type { Host as Recorded } from './types/host/host.ts';",
    '',
    'export type Kept = [',
    '  Keeps<Recorded, Host>,',
    ...modules,
    '];',
    '',
  ].join('\n');
}

/** `.../packages/host/dist/host.d.ts` -> `host/host.d.ts` */
function toRecorded(file) {
  return relative(PACKAGES, file).replace('/dist/', '/');
}

function findDeclaration(specifier) {
  const [, name, ...path] = specifier.split('/');
  const folder = join(PACKAGES, name, 'dist');
  const files = readdirSync(folder, { recursive: true });
  const wanted = `${path.join('/')}.d.ts`;
  // The entry points of ui name files in folders.
  const found = files.find((file) => file === wanted) ?? files.find((file) => file.endsWith(`/${wanted}`));
  if (!found) throw new Error(`${specifier} has no declarations: run npm run build`);
  return join(folder, found);
}

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { remoteFiles } from './remote-files.mjs';

/** Packages that a remote in a separate repository installs: host, components, API, rules and build recipe. */
const PACKED = ['rules', 'api', 'host', 'ui', 'federation'];

/** Creates a remote in a folder outside the project, with packed packages instead of workspaces. */
export async function outsideRemote({ project, folder }) {
  const scope = join(folder, 'node_modules', '@touchline');
  mkdirSync(scope, { recursive: true });
  for (const name of PACKED) unpack(pack(project, folder, name), join(scope, name));
  // Other packages are links to the installed ones, so that nothing is downloaded.
  const others = readdirSync(join(project, 'node_modules')).filter((name) => name !== '@touchline');
  for (const name of others)
    symlinkSync(join(project, 'node_modules', name), join(folder, 'node_modules', name));
  const { dependencies, devDependencies } = readJson(join(project, 'mf-staking', 'package.json'));
  const files = {
    ...remoteFiles('outside', { ...dependencies, ...devDependencies }),
    'tsconfig.json': JSON.stringify(tsconfig(project)),
    'vitest.config.ts': VITEST,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function pack(project, folder, name) {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const output = execFileSync('npm', args, { cwd: join(project, 'packages', name), encoding: 'utf8' });
  return join(folder, JSON.parse(output)[0].filename);
}

function unpack(file, to) {
  mkdirSync(to);
  execFileSync('tar', ['xzf', file, '-C', to, '--strip-components=1']);
}

/** The compiler's settings without the project: nothing refers to its folders. */
function tsconfig(project) {
  const settings = (name) => readJson(join(project, name)).compilerOptions;
  const { composite: _, ...options } = {
    ...settings('tsconfig.base.json'),
    ...settings('tsconfig.browser.json'),
  };
  return { compilerOptions: { ...options, incremental: false, noEmit: true }, include: ['src'] };
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const VITEST = `import { defineConfig } from 'vitest/config';

const conditions = ['source', 'module', 'browser', 'development|production'];
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, noExternal: [/@touchline/] } },
  test: { environment: 'happy-dom', server: { deps: { inline: [/@touchline/] } } },
});
`;

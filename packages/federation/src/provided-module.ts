import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildRanges, buildSharedTable } from './package-versions.ts';
import { SHARED, type SharedRow } from './shared.ts';

/** Specifier that the shell imports. Its build aliases it to a module that provides the shared modules. */
export const RUNTIME = '@module-federation/enhanced/runtime$';

const require = createRequire(import.meta.url);
const COMMON_JS = require.resolve('@module-federation/enhanced/runtime');

/** The runtime's ES build: the CommonJS one is not tree-shaken. */
const REAL_RUNTIME = join(dirname(COMMON_JS), 'runtime.mjs');
/** Lets remotes use this copy of the runtime's core (`externalRuntime`) instead of bundling one. */
const SHARED_CORE_PLUGIN = createRequire(COMMON_JS).resolve(
  '@module-federation/inject-external-runtime-core-plugin',
);

/** CommonJS libraries. Remotes expect the value of `require`, which is the default import. */
const isLibrary = ({ request, version }: SharedRow) => version === undefined && !request.startsWith('@');

/**
 * Source of the module that creates the shell's Module Federation instance with every shared module. The shell imports it shortly
 * before it needs the first remote, so neither the runtime nor these modules delay the first load. Module Federation's own plugin
 * would put both into the entry and route the shell's React imports through the runtime.
 */
export function buildProvidedModule(folder: string): string {
  const versions = buildSharedTable(folder);
  const ranges = buildRanges(folder);
  const imports: string[] = [];
  const rows = SHARED.map((row, at) => {
    const { request, host } = row;
    const shareConfig = { singleton: true, eager: host === 'eager', requiredVersion: ranges[request] };
    const text = JSON.stringify(request);
    if (host === 'eager') imports.push(`import ${isLibrary(row) ? '' : '* as '}m${at} from ${text};`);
    const source =
      host === 'eager' ? `lib: () => m${at}` : `get: () => import(${text}).then((it) => () => it)`;
    return `  ${text}: [{ version: '${versions[request]}', scope: ['default'], ${source}, shareConfig: ${JSON.stringify(shareConfig)} }],`;
  });
  return `
import { createInstance } from ${JSON.stringify(REAL_RUNTIME)};
import oneCore from ${JSON.stringify(SHARED_CORE_PLUGIN)};
${imports.join('\n')}
const shared = {
${rows.join('\n')}
};
const instance = createInstance({ name: 'shell', remotes: [], plugins: [oneCore()], shareStrategy: 'loaded-first', shared });
export const getInstance = () => instance;
`;
}

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SHARED, type SharedRow } from './shared.ts';
import { buildSharedTable } from './emit-shared-table.ts';

/** What the shell imports; its build answers with an instance that provides the shared modules. */
export const RUNTIME = '@module-federation/enhanced/runtime$';

const require = createRequire(import.meta.url);
const COMMON_JS = require.resolve('@module-federation/enhanced/runtime');

/** The runtime's ES build: the CommonJS one is not tree-shaken. */
const REAL_RUNTIME = join(dirname(COMMON_JS), 'runtime.mjs');
/** Lets remotes use this copy of the runtime's core (`externalRuntime`) instead of one of their own. */
const SHARED_CORE_PLUGIN = createRequire(COMMON_JS).resolve('@module-federation/inject-external-runtime-core-plugin');

/** CommonJS: remotes expect what `require` gives, and that is the default import. */
const isLibrary = ({ request, version }: SharedRow) => version === undefined && !request.startsWith('@');

/**
 * The module that makes the shell's instance of Module Federation, with every shared module. The shell imports it when the first
 * remote comes near, so what it alone needs, the runtime included, is no part of the first load. Module Federation's plugin would put
 * both into the entry, and between the shell and React.
 */
export function buildProvidedModule(folder: string): string {
  const versions = buildSharedTable(folder);
  const imports: string[] = [];
  const rows = SHARED.map((row, at) => {
    const { request, host, remote } = row;
    const shareConfig = { singleton: true, eager: host === 'eager', requiredVersion: remote };
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

import { join } from 'node:path';
import { type Compiler, rspack } from '@rspack/core';
import { SHARED } from './shared.ts';
import { sharedTable } from './shared-table.ts';

/** Under this name the shell's loader finds the modules. */
const VARIABLE = '__shared_modules__';

/**
 * Makes the table of what the shell shares with remotes. Module Federation's own plugin would put its runtime into the shell, 21 kB of
 * every first visit, and the shell's code could not be joined with what it shares.
 */
export class SharedModules {
  readonly #folder: string;
  constructor(folder: string) {
    this.#folder = folder;
  }

  apply(compiler: Compiler): void {
    const path = join(this.#folder, 'node_modules/.touchline/shared-modules.js');
    new rspack.experiments.VirtualModulesPlugin({ [path]: sharedModules(this.#folder) }).apply(compiler);
    new rspack.ProvidePlugin({ [VARIABLE]: [path, 'shared'] }).apply(compiler);
  }
}

/** What is on demand is imported when a remote asks for it first. */
function sharedModules(folder: string): string {
  const versions = sharedTable(folder);
  const imports: string[] = [];
  const rows = SHARED.map(({ request, host }, index) => {
    const name = JSON.stringify(request);
    if (host === 'eager') imports.push(`import * as m${index} from ${name};`);
    const get = host === 'eager' ? `m${index}` : `import(${name})`;
    return `  ${name}: { version: ${JSON.stringify(versions[request])}, get: () => ${get} },`;
  });
  return `${imports.join('\n')}\nexport const shared = {\n${rows.join('\n')}\n};\n`;
}

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Compiler, rspack } from '@rspack/core';
import { SHARED } from './shared.ts';

/**
 * Adds `shared.json` to the shell's files: the version of every shared module that the shell provides. Publishing a remote checks
 * the remote's requirements against it.
 */
export class EmitSharedTable {
  readonly #folder: string;
  constructor(folder: string) {
    this.#folder = folder;
  }

  apply(compiler: Compiler): void {
    const table = JSON.stringify(buildSharedTable(this.#folder), null, 2);
    compiler.hooks.thisCompilation.tap('EmitSharedTable', (compilation) => {
      compilation.hooks.processAssets.tap('EmitSharedTable', () => {
        compilation.emitAsset('shared.json', new rspack.sources.RawSource(table));
      });
    });
  }
}

/** Versions by import specifier. The version of a library is the installed one. */
export function buildSharedTable(folder: string): Record<string, string> {
  const require = createRequire(join(folder, 'package.json'));
  const installed = (request: string): string => require(`${request.split('/')[0]}/package.json`).version;
  return Object.fromEntries(SHARED.map(({ request, version }) => [request, version ?? installed(request)]));
}

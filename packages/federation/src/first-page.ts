import { type Compiler, rspack } from '@rspack/core';

/** The chunk of a remote's exposed module. */
const EXPOSED = '__federation_expose_remote';

/**
 * Adds `first-page.json` to a remote's files: the shared modules without which none of its pages opens. The gateway has a page load
 * these ahead, and not what a press needs, like the dialogs that a remote imports on demand.
 */
export class FirstPage {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('FirstPage', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE;
      compilation.hooks.processAssets.tap({ name: 'FirstPage', stage }, () => {
        const chunks = compilation.namedChunkGroups.get(EXPOSED)?.chunks ?? [];
        const modules = chunks.flatMap((chunk) => [...compilation.chunkGraph.getChunkModules(chunk)]);
        const shared = modules
          .filter((module) => module.type === 'consume-shared-module')
          .map((module) => nameOf(module.libIdent({ context: compiler.context }) ?? ''));
        const text = JSON.stringify({ shared: shared.sort() });
        compilation.emitAsset('first-page.json', new rspack.sources.RawSource(text));
      });
    });
  }
}

/** `webpack/sharing/consume/default/@touchline/ui/base` -> `@touchline/ui/base` */
const nameOf = (ident: string) => ident.split('/consume/default/').at(-1) ?? ident;

import { type Chunk, type Compilation, type Compiler, rspack } from '@rspack/core';

/** The chunk of a remote's exposed module. */
const EXPOSED = '__federation_expose_remote';

/**
 * Adds `first-page.json` to a remote's files. It lists the shared modules that every page of the remote needs, and the additional
 * files of lazy pages. The gateway preloads these. Modules that a remote imports on demand, like dialogs, are not listed.
 */
export class EmitFirstPage {
  /**
   * `paths` are the paths of the remote's pages. The chunk of a lazy page is named after its path, as in `results-mine`, or after the
   * first segment, if pages share a chunk.
   */
  constructor(private readonly paths: readonly string[]) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('EmitFirstPage', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE;
      compilation.hooks.processAssets.tap({ name: 'EmitFirstPage', stage }, () => {
        const findChunks = (group: string) => [...(compilation.namedChunkGroups.get(group)?.chunks ?? [])];
        const findPageChunks = (path: string) => {
          const [first = '', ...others] = path.split('/').slice(1);
          const own = findChunks([first, ...others].join('-'));
          return own.length > 0 ? own : findChunks(first);
        };
        const collectNeeds = (chunks: Chunk[]) => ({
          shared: listSharedModules(compilation, chunks),
          files: chunks.flatMap((chunk) => [...chunk.files]).filter((file) => /\.(js|css)$/.test(file)),
        });
        const pages = this.paths
          .map((path) => [path, findPageChunks(path)] as const)
          .filter(([, chunks]) => chunks.length > 0)
          .map(([path, chunks]) => [path, collectNeeds(chunks)]);
        const { shared } = collectNeeds(findChunks(EXPOSED));
        const text = JSON.stringify({ shared, pages: Object.fromEntries(pages) });
        compilation.emitAsset('first-page.json', new rspack.sources.RawSource(text));
      });
    });
  }
}

/** Names of the shared modules that these chunks import, sorted. */
function listSharedModules(compilation: Compilation, chunks: readonly Chunk[]): string[] {
  const modules = chunks.flatMap((chunk) => [...compilation.chunkGraph.getChunkModules(chunk)]);
  return modules
    .filter((module) => module.type === 'consume-shared-module')
    .map((module) => parseModuleName(module.libIdent({ context: compilation.compiler.context }) ?? ''))
    .sort();
}

/** `webpack/sharing/consume/default/@touchline/ui/base` -> `@touchline/ui/base` */
const parseModuleName = (ident: string) => ident.split('/consume/default/').at(-1) ?? ident;

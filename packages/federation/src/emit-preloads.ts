import { type Compilation, type Compiler, rspack } from '@rspack/core';

/** Fonts of the first screen; the style sheet names them only after it has been read. */
const FONTS = /\/(inter-basic|barlow-basic-700)\.[0-9a-f]+\.woff2$/;

/**
 * Says which files the first screen needs besides the scripts and styles of index.html: fonts as links in the page, and in
 * `provided.json` the files of each module that the shell loads on demand. The gateway preloads those that a remote asks for.
 */
export class EmitPreloads {
  /**
   * `modules` are the on-demand modules: path of the source by the name under which remotes import it. `first` are the modules that
   * come with the chunk of Module Federation's runtime.
   */
  constructor(
    private readonly modules: Readonly<Record<string, string>>,
    private readonly first: readonly string[] = [],
  ) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('Preloaded', (compilation) => {
      const hooks = rspack.HtmlRspackPlugin.getCompilationHooks(compilation);
      hooks.alterAssetTags.tapPromise('Preloaded', async (data) => {
        const fonts = Object.keys(compilation.assets).filter((name) => FONTS.test(`/${name}`));
        const links = fonts.map((name) => ({
          tagName: 'link',
          voidTag: true,
          attributes: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: '' },
        }));
        data.assetTags.styles.unshift(...links);
        return data;
      });
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE;
      compilation.hooks.processAssets.tap({ name: 'Preloaded', stage }, () => {
        const files = JSON.stringify({
          ...listRuntimeFiles(compilation, this.first),
          ...listModuleFiles(compilation, this.modules),
        });
        compilation.emitAsset('provided.json', new rspack.sources.RawSource(files));
      });
    });
  }
}

/** The files of the chunk with Module Federation's runtime: no remote runs without them. */
function listRuntimeFiles(compilation: Compilation, modules: readonly string[]): Record<string, string[]> {
  const group = compilation.namedChunkGroups.get('federation');
  const files = (group?.getFiles() ?? [])
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => `/${file}`);
  return Object.fromEntries(modules.map((request) => [request, files]));
}

/** The files of each module. What else it imports is in the same chunk, or in the first screen already. */
function listModuleFiles(
  compilation: Compilation,
  modules: Readonly<Record<string, string>>,
): Record<string, string[]> {
  const filesByModule: Record<string, string[]> = {};
  for (const chunk of compilation.chunks) {
    if (chunk.canBeInitial()) continue;
    const sources = compilation.chunkGraph.getChunkModules(chunk).map((one) => one.nameForCondition() ?? '');
    for (const [request, path] of Object.entries(modules)) {
      if (!sources.some((file) => file.endsWith(path))) continue;
      filesByModule[request] = [...chunk.files].filter((file) => /\.(js|css)$/.test(file)).map((file) => `/${file}`);
    }
  }
  return filesByModule;
}

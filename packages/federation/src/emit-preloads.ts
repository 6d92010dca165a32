import { type Compilation, type Compiler, rspack } from '@rspack/core';

/** Fonts of the first screen. Without a preload, the browser discovers them only after it has parsed the style sheet. */
const FONTS = /\/(inter-basic|barlow-basic-700)\.[0-9a-f]+\.woff2$/;

/**
 * Emits preload information for files that index.html does not reference. Fonts become links in the page. `provided.json` lists the
 * files of each module that the shell loads on demand; the gateway preloads the modules that a remote needs.
 */
export class EmitPreloads {
  /**
   * `modules` lists the modules loaded on demand, each with the specifier of its dynamic import. `first` lists the modules in the
   * chunk of Module Federation's runtime.
   */
  constructor(
    private readonly modules: Readonly<Record<string, string>>,
    private readonly first: readonly string[] = [],
  ) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('EmitPreloads', (compilation) => {
      const hooks = rspack.HtmlRspackPlugin.getCompilationHooks(compilation);
      hooks.alterAssetTags.tapPromise('EmitPreloads', async (data) => {
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
      compilation.hooks.processAssets.tap({ name: 'EmitPreloads', stage }, () => {
        const files = JSON.stringify({
          ...listRuntimeFiles(compilation, this.first),
          ...listModuleFiles(compilation, this.modules),
        });
        compilation.emitAsset('provided.json', new rspack.sources.RawSource(files));
      });
    });
  }
}

/** Files of the chunk with Module Federation's runtime, which every remote needs, by module. */
function listRuntimeFiles(compilation: Compilation, modules: readonly string[]): Record<string, string[]> {
  const group = compilation.namedChunkGroups.get('federation');
  const files = (group?.getFiles() ?? [])
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => `/${file}`);
  return Object.fromEntries(modules.map((request) => [request, files]));
}

/** Files by module: those of the module and of its dependencies that the first screen does not load. */
function listModuleFiles(
  compilation: Compilation,
  modules: Readonly<Record<string, string>>,
): Record<string, string[]> {
  const filesByModule: Record<string, string[]> = {};
  for (const group of compilation.chunkGroups)
    for (const { request } of group.origins)
      for (const [name, imported] of Object.entries(modules)) {
        if (request !== imported) continue;
        filesByModule[name] = group
          .getFiles()
          .filter((file) => /\.(js|css)$/.test(file))
          .map((file) => `/${file}`);
      }
  return filesByModule;
}

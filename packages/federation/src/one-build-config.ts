import { basename, join, resolve } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { commonConfig } from './common.ts';
import { CompressAssets } from './compress-assets.ts';
import { EmitJson } from './emit-json.ts';
import { EmitPreloads } from './emit-preloads.ts';
import { aliasProductionRouter } from './host-config.ts';
import { buildSharedTable } from './package-versions.ts';
import { RUNTIME } from './provided-module.ts';
import { SCROLL_AREA_RULE } from './scroll-area.ts';
import { ZOD } from './shared.ts';

/** Source of a module that replaces the Module Federation runtime and loads remotes from this build's own chunks. */
function buildRuntimeModule(remotes: readonly string[]): string {
  const loads = remotes.map((folder) => {
    const scope = basename(folder).replaceAll('-', '_');
    return `  ${scope}: () => import(${JSON.stringify(join(folder, 'src/remote.tsx'))}),`;
  });
  return `const loads = {\n${loads.join('\n')}\n};
const runtime = { registerPlugins() {}, registerRemotes() {}, loadRemote: (id) => loads[id.split('/')[0]]() };
export const getInstance = () => runtime;\n`;
}

/**
 * Shell and remotes as one build without Module Federation, split by page. Baseline of `npm run bench -- web`: it shows the size of
 * the same code in a single application. Runs in the shell's folder. ONE_BUILD_TO is the output folder, ONE_BUILD_REMOTES the
 * comma-separated folders of the remotes.
 */
function oneBuildConfig(): Configuration {
  const { ONE_BUILD_TO, ONE_BUILD_REMOTES } = process.env;
  if (!ONE_BUILD_TO || !ONE_BUILD_REMOTES) throw new Error('ONE_BUILD_TO and ONE_BUILD_REMOTES are missing');
  const folder = process.cwd();
  const common = commonConfig({ refresh: false, cssPrefix: 'o' });
  const runtime = join(folder, 'node_modules/.touchline/one-build-runtime.js');
  const remotes = ONE_BUILD_REMOTES.split(',').map((path) => resolve(path));
  return {
    ...common,
    entry: { main: './src/main.ts' },
    output: {
      path: ONE_BUILD_TO,
      publicPath: '/',
      filename: 'assets/[name].[contenthash:8].js',
      assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
    },
    resolve: { ...common.resolve, alias: { ...ZOD, [RUNTIME]: runtime, ...aliasProductionRouter(folder) } },
    module: { ...common.module, rules: [...(common.module?.rules ?? []), SCROLL_AREA_RULE] },
    plugins: [
      new rspack.experiments.VirtualModulesPlugin({ [runtime]: buildRuntimeModule(remotes) }),
      new rspack.HtmlRspackPlugin({ template: './src/index.html', scriptLoading: 'defer', minify: false }),
      new rspack.CopyRspackPlugin({ patterns: [{ from: 'public', to: '.' }] }),
      new EmitJson('shared.json', buildSharedTable(folder)),
      new EmitPreloads({}),
      new CompressAssets(),
    ],
  };
}

// biome-ignore lint/style/noDefaultExport: rspack reads the default export.
export default oneBuildConfig;

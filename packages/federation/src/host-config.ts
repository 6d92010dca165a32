import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { type ConfigFunction, commonConfig, productProxy, thisPackage } from './common.ts';
import { Compressed } from './compressed.ts';
import { Preloaded } from './preloaded.ts';
import { onDemand, sharedByHost, ZOD } from './shared.ts';
import { EmitSharedTable } from './shared-table.ts';

/** A module that adds the on-demand facades to the shell's build, but not to its first load. */
function providedModule(): string {
  const imports = onDemand().map((request) => `  import(${JSON.stringify(request)}),`);
  return `// Never called: the imports only have to exist.\nexport const provided = () => [\n${imports.join('\n')}\n];\n`;
}

/**
 * One file of scripts and one of styles for all on-demand modules: split by use they would be nine, of which most pages need most, and
 * without HTTP/2 a browser fetches six files at a time.
 */
const ON_DEMAND = {
  test: /[\\/]node_modules[\\/](@mantine[\\/](core|hooks)|@floating-ui|react-(remove-scroll|remove-scroll-bar|style-singleton|textarea-autosize)|use-[a-z-]+)[\\/]|[\\/]packages[\\/]ui[\\/]src[\\/]mantine[\\/](forms|data|overlays)\.ts$/,
  chunks: 'async' as const,
  name: 'more',
  enforce: true,
};

/** Where the sources of the on-demand modules end: `@touchline/ui/forms` -> `/mantine/forms.ts`. */
const onDemandSources = () =>
  Object.fromEntries(
    onDemand().map((request) => [request, `${request.replace('@touchline/ui', '/mantine')}.ts`]),
  );

/**
 * The shell's build: `export default hostConfig()` in its rspack.config.ts. Provides every shared module and knows no
 * remote. Expects `src/main.ts`, `src/index.html` and `public/` in the current folder.
 */
export function hostConfig(): ConfigFunction {
  return (env) => shellConfig(env.RSPACK_SERVE === true);
}

function shellConfig(serving: boolean): Configuration {
  const { folder } = thisPackage();
  const common = commonConfig({ refresh: serving, cssPrefix: 's' });
  const provided = join(folder, 'node_modules/.touchline/provided.js');
  return {
    ...common,
    entry: { main: ['./src/main.ts', provided] },
    output: {
      path: join(folder, 'dist'),
      publicPath: '/',
      uniqueName: 'shell',
      filename: 'assets/[name].[contenthash:8].js',
      chunkFilename: 'assets/[name].[contenthash:8].js',
      cssFilename: 'assets/[name].[contenthash:8].css',
      cssChunkFilename: 'assets/[name].[contenthash:8].css',
      assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
      clean: { keep: '.tsbuildinfo' },
    },
    resolve: { ...common.resolve, alias: ZOD },
    optimization: { ...common.optimization, splitChunks: { cacheGroups: { more: ON_DEMAND } } },
    plugins: [
      new rspack.experiments.VirtualModulesPlugin({ [provided]: providedModule() }),
      new ModuleFederationPlugin({
        name: 'shell',
        dts: false,
        manifest: false,
        shareStrategy: 'loaded-first',
        shared: sharedByHost(),
        experiments: { provideExternalRuntime: true, optimization: { target: 'web' } },
      }),
      new rspack.HtmlRspackPlugin({ template: './src/index.html', scriptLoading: 'defer', minify: false }),
      new rspack.CopyRspackPlugin({ patterns: [{ from: 'public', to: '.' }] }),
      new EmitSharedTable(folder),
      ...(serving ? [new ReactRefreshRspackPlugin()] : [new Preloaded(onDemandSources()), new Compressed()]),
    ],
    devServer: {
      port: Number(process.env.PORT ?? 4200),
      hot: true,
      historyApiFallback: true,
      proxy: productProxy(),
    },
  };
}

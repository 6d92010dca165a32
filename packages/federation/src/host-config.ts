import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { type ConfigFunction, commonConfig, proxyToProduct, thisPackage } from './common.ts';
import { CompressAssets } from './compress-assets.ts';
import { EmitJson } from './emit-json.ts';
import { EmitPreloads } from './emit-preloads.ts';
import { FirstPaint, firstPaintConfig } from './first-paint.ts';
import { buildSharedTable } from './package-versions.ts';
import { buildProvidedModule, RUNTIME } from './provided-module.ts';
import { SCROLL_AREA_RULE } from './scroll-area.ts';
import { listOnDemand, ZOD } from './shared.ts';

/**
 * One script and one style sheet for the on-demand modules that most pages need. Splitting them by use would create many small
 * files, and without HTTP/2 a browser fetches only six at a time.
 */
const COMMON_ON_DEMAND = {
  test: /[\\/]node_modules[\\/](@mantine[\\/](core|hooks)|use-[a-z-]+[\\/])|[\\/]mantine[\\/]forms\.ts$/,
  chunks: 'async' as const,
  name: 'more',
  enforce: true,
};

/** A separate chunk for libraries that few pages need. */
const separateChunk = (name: string, test: RegExp) => ({
  test,
  chunks: 'async' as const,
  name,
  enforce: true,
  priority: 1,
});

const DATA =
  /[\\/]@mantine[\\/]core[\\/](esm[\\/]components|styles)[\\/](Alert|Pagination|Progress|ScrollArea(?![\\/]utils)|Table)(\.css|[\\/])|[\\/]mantine[\\/](data|merge-refs)\.ts$/;

const PICKERS =
  /[\\/]@mantine[\\/](core[\\/](esm[\\/]components|styles)[\\/](Checkbox|Slider|Tabs)(\.css|[\\/])|hooks[\\/]esm[\\/]use-move[\\/])|[\\/]mantine[\\/]pickers\.ts$/;

const OVERLAYS =
  /[\\/]@mantine[\\/](core[\\/](esm[\\/]components|styles)[\\/](Drawer|Modal|ModalBase|Overlay|FocusTrap)(\.css|[\\/])|hooks[\\/]esm[\\/]use-focus-(trap|return)[\\/])|[\\/]node_modules[\\/](react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tslib)[\\/]|[\\/]mantine[\\/]overlays\.ts$/;

const TOASTS =
  /[\\/]@mantine[\\/](notifications[\\/]|core[\\/](esm[\\/]components|styles)[\\/]Notification(\.css|[\\/])|hooks[\\/]esm[\\/]use-drag[\\/])|[\\/]react-transition-group[\\/]|[\\/]mantine[\\/]notifications\.ts$/;

const TOOLTIP =
  /[\\/]@floating-ui[\\/]|[\\/]@mantine[\\/]core[\\/](esm[\\/](components[\\/]Tooltip|utils[\\/]Floating)[\\/]|styles[\\/]Tooltip\.css)|[\\/]mantine[\\/]tooltip\.ts$/;

const REDUX =
  /[\\/]node_modules[\\/](@reduxjs|redux|redux-thunk|reselect|immer|react-redux)[\\/]|[\\/]host[\\/]src[\\/]redux\.ts$/;

/** Modules that only remotes need, including the runtime, in one file. `EmitPreloads` and shell.ts rely on the chunk's name. */
const FEDERATION = {
  chunks: (chunk: { name?: string }) => chunk.name === 'federation',
  name: 'federation',
  enforce: true,
};

const listOnDemandImports = () => Object.fromEntries(listOnDemand().map((request) => [request, request]));

/** Pages of the shell that the gateway preloads, with the imports that load them. */
const OWN_PAGES = { home: './home/HomePage.tsx' };

/** React Router's package exports resolve to its development build. This alias selects the production build, without warnings. */
export function aliasProductionRouter(folder: string): Record<string, string> {
  const router = createRequire(join(folder, 'package.json')).resolve('react-router');
  return { 'react-router$': join(dirname(router), '../production/index.mjs') };
}

/**
 * The shell's build: `export default hostConfig()` in its rspack.config.ts. It provides every shared module and contains no
 * reference to any remote. Expects `src/main.ts`, `src/index.html`, `src/first-paint/render.tsx`, `src/service-worker/worker.ts` and
 * `public/` in the current folder.
 */
export function hostConfig(): ConfigFunction {
  return (env) =>
    env.RSPACK_SERVE ? shellConfig(true) : [firstPaintConfig(), shellConfig(false), serviceWorkerConfig()];
}

const SHELL_BUILD = 'shell';

/** The service worker: one script without a hash in its name, because its address must not change. */
function serviceWorkerConfig(): Configuration {
  const { folder } = thisPackage();
  return {
    ...commonConfig({ refresh: false, cssPrefix: 's' }),
    name: 'service-worker',
    // The shell's build empties the folder first.
    dependencies: [SHELL_BUILD],
    target: ['webworker', 'es2023'],
    entry: { 'service-worker': './src/service-worker/worker.ts' },
    output: { path: join(folder, 'dist'), filename: '[name].js', clean: false },
    // index.html names the files of the build, so every release of the shell has another worker.
    plugins: [
      new rspack.BannerPlugin({
        raw: true,
        banner: () => `self.BUILD="${readDigest(join(folder, 'dist/index.html'))}";`,
      }),
    ],
  };
}

const readDigest = (file: string) =>
  createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);

function shellConfig(isDevServer: boolean): Configuration {
  const { folder } = thisPackage();
  const common = commonConfig({ refresh: isDevServer, cssPrefix: 's' });
  const provided = join(folder, 'node_modules/.touchline/provided.js');
  return {
    ...common,
    name: SHELL_BUILD,
    ...(isDevServer ? {} : { dependencies: [FirstPaint.BUILD] }),
    entry: { main: './src/main.ts' },
    output: {
      path: join(folder, 'dist'),
      publicPath: '/',
      uniqueName: 'shell',
      filename: 'assets/[name].[contenthash:8].js',
      assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
      clean: { keep: '.tsbuildinfo' },
    },
    resolve: { ...common.resolve, alias: { ...ZOD, [RUNTIME]: provided, ...aliasProductionRouter(folder) } },
    module: { ...common.module, rules: [...(common.module?.rules ?? []), SCROLL_AREA_RULE] },
    optimization: {
      ...common.optimization,
      splitChunks: {
        cacheGroups: {
          more: COMMON_ON_DEMAND,
          data: separateChunk('data', DATA),
          overlays: separateChunk('overlays', OVERLAYS),
          pickers: separateChunk('pickers', PICKERS),
          toasts: separateChunk('toasts', TOASTS),
          tooltip: separateChunk('tooltip', TOOLTIP),
          redux: separateChunk('redux', REDUX),
          federation: FEDERATION,
        },
      },
    },
    plugins: [
      new rspack.experiments.VirtualModulesPlugin({ [provided]: buildProvidedModule(folder) }),
      // This runtime runs only in browsers and reads no manifests.
      new rspack.DefinePlugin({
        ENV_TARGET: JSON.stringify('web'),
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
      }),
      new rspack.HtmlRspackPlugin({ template: './src/index.html', scriptLoading: 'defer', minify: false }),
      new rspack.CopyRspackPlugin({ patterns: [{ from: 'public', to: '.' }] }),
      // Publishing a remote checks its requirements against this table.
      new EmitJson('shared.json', buildSharedTable(folder)),
      ...(isDevServer
        ? [new ReactRefreshRspackPlugin()]
        : [
            new FirstPaint(),
            new EmitPreloads({ ...listOnDemandImports(), ...OWN_PAGES }, ['react']),
            new CompressAssets(),
          ]),
    ],
    devServer: {
      port: Number(process.env.PORT ?? 4200),
      hot: true,
      historyApiFallback: true,
      proxy: proxyToProduct(),
    },
  };
}

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Configuration, rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { type ConfigFunction, commonConfig, productProxy, thisPackage } from './common.ts';
import { Compressed } from './compressed.ts';
import { FirstPaint, firstPaintConfig } from './first-paint.ts';
import { SCROLL_AREA } from './own-merged-refs.ts';
import { Preloaded } from './preloaded.ts';
import { providedModule, RUNTIME } from './provided-module.ts';
import { onDemand, ZOD } from './shared.ts';
import { EmitSharedTable } from './shared-table.ts';
import { COLOURS } from './without-colours.ts';
import { SNAPSHOTS } from './without-snapshots.ts';

/**
 * One file of scripts and one of styles for the on-demand modules that most pages need: split by use they would be nine, and
 * without HTTP/2 a browser fetches six files at a time.
 */
const MORE = {
  test: /[\\/]node_modules[\\/](@mantine[\\/](core|hooks)|use-[a-z-]+[\\/])|[\\/]mantine[\\/](forms|data)\.ts$/,
  chunks: 'async' as const,
  name: 'more',
  enforce: true,
};

/** What few pages need has files of its own. */
const few = (name: string, test: RegExp) => ({
  test,
  chunks: 'async' as const,
  name,
  enforce: true,
  priority: 1,
});

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

/** What only remotes need, the runtime first: one file, whose name `Preloaded` and shell.ts know too. */
const FEDERATION = {
  chunks: (chunk: { name?: string }) => chunk.name === 'federation',
  name: 'federation',
  enforce: true,
};

/** Where the sources of the on-demand modules end: `@touchline/ui/forms` -> `/mantine/forms.ts`, `@touchline/host/redux` -> `/host/src/redux.ts`. */
const onDemandSources = () =>
  Object.fromEntries(
    onDemand().map((request) => [
      request,
      `${request.replace('@touchline/ui', '/mantine').replace('@touchline/host', '/host/src')}.ts`,
    ]),
  );

const loader = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** The router's package names its development build for everybody; this one has no warnings for developers. */
export function productionRouter(folder: string): Record<string, string> {
  const router = createRequire(join(folder, 'package.json')).resolve('react-router');
  return { 'react-router$': join(dirname(router), '../production/index.mjs') };
}

/** What no page uses of the libraries stays out; the loaders are files beside this one. */
export const SLIM = [
  { test: COLOURS, loader: loader('./without-colours.js') },
  { test: SCROLL_AREA, loader: loader('./own-merged-refs.js') },
  { test: SNAPSHOTS, loader: loader('./without-snapshots.js') },
];

/**
 * The shell's build: `export default hostConfig()` in its rspack.config.ts. Provides every shared module and knows no
 * remote. Expects `src/main.ts`, `src/index.html`, `src/first-paint/render.tsx` and
 * `public/` in the current folder.
 */
export function hostConfig(): ConfigFunction {
  return (env) => (env.RSPACK_SERVE ? shellConfig(true) : [firstPaintConfig(), shellConfig(false)]);
}

function shellConfig(serving: boolean): Configuration {
  const { folder } = thisPackage();
  const common = commonConfig({ refresh: serving, cssPrefix: 's' });
  const provided = join(folder, 'node_modules/.touchline/provided.js');
  return {
    ...common,
    ...(serving ? {} : { dependencies: [FirstPaint.BUILD] }),
    entry: { main: './src/main.ts' },
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
    resolve: { ...common.resolve, alias: { ...ZOD, [RUNTIME]: provided, ...productionRouter(folder) } },
    module: { ...common.module, rules: [...(common.module?.rules ?? []), ...SLIM] },
    optimization: {
      ...common.optimization,
      splitChunks: {
        cacheGroups: {
          more: MORE,
          overlays: few('overlays', OVERLAYS),
          pickers: few('pickers', PICKERS),
          toasts: few('toasts', TOASTS),
          tooltip: few('tooltip', TOOLTIP),
          redux: few('redux', REDUX),
          federation: FEDERATION,
        },
      },
    },
    plugins: [
      new rspack.experiments.VirtualModulesPlugin({ [provided]: providedModule(folder) }),
      // The runtime is for browsers alone here, and reads no manifests.
      new rspack.DefinePlugin({
        ENV_TARGET: JSON.stringify('web'),
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
      }),
      new rspack.HtmlRspackPlugin({ template: './src/index.html', scriptLoading: 'defer', minify: false }),
      new rspack.CopyRspackPlugin({ patterns: [{ from: 'public', to: '.' }] }),
      new EmitSharedTable(folder),
      ...(serving
        ? [new ReactRefreshRspackPlugin()]
        : [new FirstPaint(), new Preloaded(onDemandSources(), ['react']), new Compressed()]),
    ],
    devServer: {
      port: Number(process.env.PORT ?? 4200),
      hot: true,
      historyApiFallback: true,
      proxy: productProxy(),
    },
  };
}

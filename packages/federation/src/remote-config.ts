import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { RejectBundledCopies } from './bundled-copies.ts';
import { type ConfigFunction, commonConfig, sourceHash, thisPackage } from './common.ts';
import { CompressAssets } from './compress-assets.ts';
import { buildDevEntry, DEV_PAGE_HTML } from './dev-page.ts';
import { DEV_FILES, devProxy, devRemote } from './dev-proxy.ts';
import { EmitFirstPage } from './emit-first-page.ts';
import { EmitJson } from './emit-json.ts';
import { buildBuiltWith, buildRemoteSharing } from './package-versions.ts';

export interface RemoteBuild {
  /** The name in remote.json and the registry, such as `mf-staking`. */
  name: string;
}

/** Module Federation's name for a remote. It becomes a global variable, so it must be an identifier. */
export const toScope = (name: string) => name.replaceAll('-', '_');

/**
 * A remote's build: `export default remoteConfig({ name: 'mf-staking' })`. It exposes `src/remote.tsx` as `./remote`. Shared
 * modules come from the shell. `rspack serve` shows the remote under a fake host without a backend. With TOUCHLINE_URL, it shows
 * the remote inside the installation at that URL.
 */
export function remoteConfig({ name }: RemoteBuild): ConfigFunction {
  return (env) => {
    if (!env.RSPACK_SERVE) return publishedConfig(name);
    const { TOUCHLINE_URL } = process.env;
    return TOUCHLINE_URL ? proxiedConfig(name, new URL(TOUCHLINE_URL)) : standaloneConfig(name);
  };
}

/** Modules that pages share get a separate file from this size, before compression. Smaller ones are repeated in each page. */
const MIN_SHARED_BYTES = 10_000;

function publishedConfig(name: string): Configuration {
  const { folder, version } = thisPackage();
  const build = sourceHash(folder);
  // The shell provides React's production build only.
  const common = commonConfig({ refresh: false, cssPrefix: `r${build.slice(0, 4)}`, production: true });
  return {
    ...common,
    // Module Federation adds the entry for the exposed module.
    entry: {},
    output: {
      path: join(folder, 'dist'),
      // The folder may be served from any URL.
      publicPath: 'auto',
      // Chunk ids of two builds would collide when a page moves from one build to the next.
      uniqueName: `${name}@${version}+${build}`,
      filename: '[name].[contenthash:8].js',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      // Required for subresource integrity. Same-origin scripts are not affected.
      crossOriginLoading: 'anonymous',
      clean: { keep: '.tsbuildinfo' },
    },
    optimization: {
      ...common.optimization,
      // Packages of a single page would otherwise get a separate file.
      splitChunks: { minSize: MIN_SHARED_BYTES, cacheGroups: { defaultVendors: false } },
    },
    plugins: [
      new ModuleFederationPlugin({
        name: toScope(name),
        filename: 'remoteEntry.[contenthash:8].js',
        exposes: { './remote': './src/remote.tsx' },
        dts: false,
        manifest: true,
        shareStrategy: 'loaded-first',
        shared: buildRemoteSharing(folder),
        // Our remotes load no other remotes.
        experiments: { externalRuntime: true, optimization: { target: 'web', disableRemote: true } },
      }),
      // The registry stores the digest of the entry, and the entry contains the digests of all other files: a changed file never runs.
      new rspack.SubresourceIntegrityPlugin({ htmlPlugin: false, enabled: true }),
      new RejectBundledCopies(),
      new EmitFirstPage(readPagePaths(folder)),
      new EmitJson('built-with.json', buildBuiltWith(folder)),
      new rspack.CopyRspackPlugin({ patterns: [{ from: 'remote.json', to: '.' }] }),
      new CompressAssets(),
    ],
  };
}

/** Paths of the pages that remote.json declares. */
function readPagePaths(folder: string): string[] {
  const { routes } = JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8'));
  return routes.map(({ path }: { path: string }) => path);
}

function standaloneConfig(name: string): Configuration {
  const { folder } = thisPackage();
  const entry = join(folder, 'node_modules/.touchline/dev-page.js');
  return {
    ...commonConfig({ refresh: true, cssPrefix: 'r' }),
    entry: { main: entry },
    output: { publicPath: '/', uniqueName: `${name}-standalone` },
    plugins: [
      new rspack.experiments.VirtualModulesPlugin({ [entry]: buildDevEntry(folder) }),
      new rspack.HtmlRspackPlugin({ title: name, templateContent: DEV_PAGE_HTML }),
      new ReactRefreshRspackPlugin(),
    ],
    devServer: {
      port: Number(process.env.PORT ?? 4300),
      hot: true,
      historyApiFallback: true,
      allowedHosts: 'all',
    },
  };
}

/**
 * Serves the build that would be published inside the installation at `target`. Saving a file reloads the page. Hot module
 * replacement would need a development build of React, but React comes from the shell.
 */
function proxiedConfig(name: string, target: URL): Configuration {
  const { folder } = thisPackage();
  const description = JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8'));
  const published = publishedConfig(name);
  return {
    ...published,
    output: { ...published.output, publicPath: DEV_FILES, uniqueName: `${name}@dev` },
    devServer: {
      port: Number(process.env.PORT ?? 4300),
      hot: false,
      liveReload: true,
      allowedHosts: 'all',
      devMiddleware: { publicPath: DEV_FILES },
      client: { overlay: false },
      setupMiddlewares: (middlewares) => [
        devProxy({ target, remote: devRemote(description) }),
        ...middlewares,
      ],
    },
  };
}

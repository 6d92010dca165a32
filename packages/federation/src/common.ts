import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';

/** Browsers that the product is built for; lower ones would double Mantine's CSS (it lowers logical properties to lists of :lang). */
const BROWSERS = ['chrome >= 120', 'firefox >= 121', 'safari >= 17.2'];

/** What an rspack.config.ts exports: rspack says whether it builds or serves. */
export type ConfigFunction = (env: { RSPACK_SERVE?: boolean }) => Configuration;

const isProduction = () => process.env.NODE_ENV === 'production';

/** The package whose build this is: rspack runs in its folder. */
export function thisPackage(): { folder: string; name: string; version: string } {
  const folder = process.cwd();
  const { name, version } = createRequire(join(folder, 'package.json'))('./package.json');
  return { folder, name, version };
}

/** Ten characters that change with the sources: two builds of one version are still two builds. */
export function sourceHash(folder: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(folder.length)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 10);
}

/**
 * What every browser build of ours has in common. `cssPrefix` keeps the class names of two builds apart that carry the same
 * component in two versions.
 */
export function commonConfig(options: { refresh: boolean; cssPrefix: string }): Configuration {
  const production = isProduction();
  return {
    context: process.cwd(),
    mode: production ? 'production' : 'development',
    target: ['web', 'es2023'],
    // 'eval' maps break under the content security policy.
    devtool: 'source-map',
    // It asks the page's origin, where a remote's dev server is not: dynamic imports would never load.
    lazyCompilation: false,
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      // Our packages are taken from their source, so that there is no build order in the browser.
      conditionNames: ['source', '...'],
      // A package linked by npm keeps one path, wherever it is seen from.
      symlinks: true,
    },
    module: {
      parser: { 'css/auto': { namedExports: false } },
      generator: {
        'css/auto': {
          localIdentName: `${options.cssPrefix}${production ? '[hash:8]' : '[name]-[local]-[hash:4]'}`,
        },
      },
      rules: [
        { test: /\.css$/, type: 'css/auto' },
        { test: /\.(woff2|png|jpg|webp|svg)$/, type: 'asset/resource' },
        {
          test: /\.[jt]sx?$/,
          exclude: /[\\/]node_modules[\\/]/,
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: {
                react: { runtime: 'automatic', development: !production, refresh: options.refresh },
              },
            },
            env: { targets: BROWSERS },
          },
        },
      ],
    },
    optimization: {
      // Setting the list replaces it, so the JavaScript minimiser stands here too.
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin(),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
      ],
    },
    performance: false,
    // Module Federation explains publicPath 'auto' on every build.
    infrastructureLogging: { level: 'error' },
    stats: production ? 'errors-warnings' : 'minimal',
  };
}

/** The running product that a dev server takes everything else from. */
export function productProxy(): { context: string[]; target: string; changeOrigin: boolean }[] {
  const target = process.env.TOUCHLINE_URL ?? 'http://localhost:8080';
  return [{ context: ['/api', '/remotes', '/.well-known', '/rpc'], target, changeOrigin: true }];
}

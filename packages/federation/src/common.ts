import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Configuration, rspack } from '@rspack/core';
import { API } from './strip-server-fields.ts';
import { UNUSED_VARIABLES } from './unused-colours.ts';

/**
 * Supported browsers, as in README.md. Older ones lack `AbortSignal.any`, and would double Mantine's CSS: each logical property becomes
 * a list of :lang rules.
 */
const BROWSERS = ['chrome >= 120', 'firefox >= 124', 'safari >= 17.4', 'ios_saf >= 17.4'];

/** Installed packages are already compiled. Ours are sources, even when a remote in another repository has installed them. */
const EXTERNAL_PACKAGES = /[\\/]node_modules[\\/](?!@touchline[\\/])/;

/** Path of a compiled loader of this package. Rspack loads the compiled file even when this module runs from source. */
export const resolveLoader = (file: string) => fileURLToPath(new URL(`../dist/${file}`, import.meta.url));

/** Default export of an rspack.config.ts. RSPACK_SERVE is set by `rspack serve`, not by `rspack build`. */
export type ConfigFunction = (env: { RSPACK_SERVE?: boolean }) => Configuration | Configuration[];

const isProduction = () => process.env.NODE_ENV === 'production';

/** The package being built. Rspack runs in its folder. */
export function thisPackage(): { folder: string; name: string; version: string } {
  const folder = process.cwd();
  const { name, version } = createRequire(join(folder, 'package.json'))('./package.json');
  return { folder, name, version };
}

/** Ten characters that change with the sources. They distinguish builds of the same version. */
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
 * Settings shared by the shell and the remotes. `cssPrefix` separates the class names of two builds that contain
 * different versions of the same component. `production` defaults to NODE_ENV.
 */
export function commonConfig(options: {
  refresh: boolean;
  cssPrefix: string;
  production?: boolean;
}): Configuration {
  const { production = isProduction() } = options;
  return {
    context: process.cwd(),
    mode: production ? 'production' : 'development',
    target: ['web', 'es2023'],
    // The content security policy forbids 'eval' source maps.
    devtool: 'source-map',
    // Lazy compilation requests modules from the page's origin, not the remote's dev server: dynamic imports would never load.
    lazyCompilation: false,
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      // Module Federation points the bundler at its CommonJS runtime, which is not tree-shaken. Use the ES build instead.
      extensionAlias: { '.cjs': ['.js', '.cjs'] },
      // Bundle our packages from source, so that browser builds do not depend on build order.
      conditionNames: ['source', '...'],
      // Resolve workspace links to one real path.
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
        { test: API, loader: resolveLoader('strip-server-fields.js'), enforce: 'post' },
        { test: /\.(woff2|png|jpg|webp|svg)$/, type: 'asset/resource' },
        {
          test: /\.[jt]sx?$/,
          exclude: EXTERNAL_PACKAGES,
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
      // This list replaces the default one, so it must contain the JavaScript minimiser too.
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin(),
        new rspack.LightningCssMinimizerRspackPlugin({
          minimizerOptions: { targets: BROWSERS, unusedSymbols: UNUSED_VARIABLES },
        }),
      ],
    },
    performance: false,
    // Pages import components in different orders. A component styles its own elements only, so the order of sheets has no effect.
    ignoreWarnings: [/Conflicting order between/],
    // Silences Module Federation's message about publicPath 'auto' in every build.
    infrastructureLogging: { level: 'error' },
    stats: production ? 'errors-warnings' : 'minimal',
  };
}

/** Proxy rules of the dev servers: the API and published remotes come from a running installation. */
export function proxyToProduct(): { context: string[]; target: string; changeOrigin: boolean }[] {
  const target = process.env.TOUCHLINE_URL ?? 'http://localhost:4800';
  return [{ context: ['/api', '/remotes', '/.well-known', '/rpc'], target, changeOrigin: true }];
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Compiler, type Configuration, rspack } from '@rspack/core';
import { commonConfig, thisPackage } from './common.ts';

const buildFolder = (folder: string) => join(folder, 'node_modules/.touchline/first-paint');
const FILE = 'render.cjs';
const ROOT = '<div id="root"></div>';
const ICON = '/favicon.svg';

/** The build of what renders the first paint: the shell's own components, for Node. */
export function firstPaintConfig(): Configuration {
  const { folder } = thisPackage();
  const common = commonConfig({ refresh: false, cssPrefix: 's' });
  return {
    ...common,
    name: FirstPaint.BUILD,
    target: 'node20',
    devtool: false,
    entry: { render: './src/first-paint/render.tsx' },
    // The same names for the classes of styles as in the shell's own build.
    output: { path: buildFolder(folder), filename: FILE, uniqueName: 'shell', library: { type: 'commonjs2' } },
    plugins: [new rspack.DefinePlugin({ 'process.env.NODE_ENV': JSON.stringify('production') })],
  };
}

/** Puts into index.html what its page shows before any script has come, its icon included. */
export class FirstPaint {
  static readonly BUILD = 'first-paint';

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('FirstPaint', (compilation) => {
      const hooks = rspack.HtmlRspackPlugin.getCompilationHooks(compilation);
      hooks.beforeEmit.tapPromise('FirstPaint', async (data) => {
        const path = join(buildFolder(compiler.context), FILE);
        const { render } = createRequire(path)(path) as { render(): string };
        if (!data.html.includes(ROOT)) throw new Error(`index.html has no ${ROOT}`);
        const icon = encodeURIComponent(readFileSync(join(compiler.context, `public${ICON}`), 'utf8'));
        data.html = data.html
          .replace(ROOT, () => `<div id="root">${render()}</div>`)
          .replace(`href="${ICON}"`, () => `href="data:image/svg+xml,${icon}"`);
        return data;
      });
    });
  }
}

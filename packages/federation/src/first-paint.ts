import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Compiler, type Configuration, rspack } from '@rspack/core';
import { commonConfig, thisPackage } from './common.ts';

const buildFolder = (folder: string) => join(folder, 'node_modules/.touchline/first-paint');
const FILE = 'render.cjs';
const ROOT = '<div id="root"></div>';
const ICON = '/favicon.svg';

/** Node build that renders the first paint from the shell's own components. */
export function firstPaintConfig(): Configuration {
  const { folder } = thisPackage();
  const common = commonConfig({ refresh: false, cssPrefix: 's' });
  return {
    ...common,
    name: FirstPaint.BUILD,
    target: 'node20',
    devtool: false,
    entry: { render: './src/first-paint/render.tsx' },
    // Must match the shell's build, so that CSS class names are the same.
    output: {
      path: buildFolder(folder),
      filename: FILE,
      uniqueName: 'shell',
      library: { type: 'commonjs2' },
    },
    plugins: [new rspack.DefinePlugin({ 'process.env.NODE_ENV': JSON.stringify('production') })],
  };
}

/** Puts the first paint into index.html: the markup and the icon that the page shows before any script has loaded. */
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

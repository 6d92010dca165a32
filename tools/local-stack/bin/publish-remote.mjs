#!/usr/bin/env node
// npm run publish-remote -w NAME -- --to URL [--share PERCENT]: builds the remote in this folder, alone, and publishes it.
import { join } from 'node:path';
import { compile } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { ROOT, runNode, say } from './lib/project.mjs';

main(async () => {
  const folder = process.cwd();
  await ensureInstalled();
  if ((await compile({ quiet: true, onText: () => {} }, 'tools/local-stack')) !== 0)
    throw new Error('tsc -b tools/local-stack failed');
  const since = Date.now();
  const rspack = join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js');
  const code = await runNode(rspack, ['build'], { cwd: folder, env: { NODE_ENV: 'production' } });
  if (code !== 0) throw new Error('the build failed');
  say(`built in ${((Date.now() - since) / 1000).toFixed(1)} s`);
  const { publishCommand } = await import('../dist/release/main.js');
  console.log(await publishCommand(folder, process.argv.slice(2)));
});

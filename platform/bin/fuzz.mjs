#!/usr/bin/env node
// npm run fuzz -- [--seed N] [--runs N] [--only NAME]: builds, and fuzzes every call of a product of its own.
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { runNode } from './lib/project.mjs';

main(async () => {
  await ensureInstalled();
  await build();
  return runNode(new URL('../dist/fuzz/main.js', import.meta.url).pathname, process.argv.slice(2));
});

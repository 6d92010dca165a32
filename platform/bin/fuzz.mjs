#!/usr/bin/env node
// npm run fuzz -- [--seed N] [--runs N] [--only NAME]: builds and fuzzes every call of the API.
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { ROOT, runNode } from './lib/project.mjs';

main(async () => {
  await ensureInstalled();
  await build();
  return runNode(join(ROOT, 'checks/dist/fuzz/main.js'), process.argv.slice(2));
});

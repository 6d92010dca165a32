#!/usr/bin/env node
// npm run faults -- [--seed N] [--joins N] [--payments N] [--saves N] [--stakes N]: builds and runs the fault campaign.
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { ROOT, runNode } from './lib/project.mjs';

main(async () => {
  await ensureInstalled();
  await build();
  return runNode(join(ROOT, 'checks/dist/faults/main.js'), process.argv.slice(2));
});

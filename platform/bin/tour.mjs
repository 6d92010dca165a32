#!/usr/bin/env node
// npm run tour [-- FOLDER]: builds, starts the demo and takes pictures of every screen.
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { ROOT, runNode } from './lib/project.mjs';

main(async () => {
  await ensureInstalled();
  await build();
  return runNode(join(ROOT, 'e2e/dist/src/tour.js'), process.argv.slice(2));
});

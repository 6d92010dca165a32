#!/usr/bin/env node
// npm start: installs what is missing, builds what changed and runs the whole product in this process.
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';

main(async () => {
  await ensureInstalled();
  await build();
  await import('../dist/main.js');
});

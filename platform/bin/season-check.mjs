#!/usr/bin/env node
// npm run season-check -- --archive DIR --expected FILE [--gameweeks 1-38]: builds and runs the season check.
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { ROOT, runNode } from './lib/project.mjs';

main(async () => {
  await ensureInstalled();
  await build();
  const { INIT_CWD = process.cwd() } = process.env; // paths are relative to the user's folder
  return runNode(join(ROOT, 'checks/dist/season/main.js'), process.argv.slice(2), {
    cwd: INIT_CWD,
  });
});

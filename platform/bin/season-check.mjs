#!/usr/bin/env node
// npm run season-check -- --archive DIR --expected FILE [--gameweeks 1-38]: builds and runs the season check.
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { runNode } from './lib/project.mjs';

main(async () => {
  await ensureInstalled();
  await build();
  const { INIT_CWD = process.cwd() } = process.env; // paths are relative to where the user is
  return runNode(new URL('../dist/season-check/main.js', import.meta.url).pathname, process.argv.slice(2), {
    cwd: INIT_CWD,
  });
});

#!/usr/bin/env node
// npm run season-check -- --archive DIR --expected FILE [--gameweeks 1-38]: plays a recorded season through the whole product
// and compares points and ranks with the expected ones.
import { main } from './lib/main.mjs';
import { runBuilt } from './lib/run-built.mjs';

// Paths are relative to the user's folder.
main(() => runBuilt('tools/scenarios/dist/season/main.js', { cwd: process.env.INIT_CWD ?? process.cwd() }), {
  accepts: 'anything',
});

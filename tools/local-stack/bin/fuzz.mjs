#!/usr/bin/env node
// npm run fuzz -- [--seed N] [--runs N] [--only NAME]: sends malformed and hostile input to every endpoint of the API.
import { main } from './lib/main.mjs';
import { runBuilt } from './lib/run-built.mjs';

main(() => runBuilt('tools/scenarios/dist/fuzz/main.js'), { accepts: 'anything' });

#!/usr/bin/env node
// npm run chaos -- [--seed N] [--joins N] [--payments N] [--saves N] [--stakes N] [--payouts N]: joins, pays, saves, stakes and
// pays out while processes are killed, the chain reorganises and RPCs lie; then counts what was lost or done twice.
import { main } from './lib/main.mjs';
import { runBuilt } from './lib/run-built.mjs';

main(() => runBuilt('tools/scenarios/dist/chaos/main.js'), { accepts: 'anything' });

#!/usr/bin/env node
// npm run chaos -- [--seed N] [--joins N] [--payments N] [--saves N] [--stakes N] [--payouts N]
//   --seed N                  the same seed yields the same teams, amounts and faults (default: random)
//   --joins N, --payments N,
//   --saves N, --stakes N     number of each (default: 1000)
//   --payouts N               maximum number of payouts to pay after the paid game is cancelled (default: 50)
// Joins, pays, saves and stakes while processes are killed, the chain reorganises and RPCs return wrong results. Then counts
// lost and duplicate records. Then cancels a paid game and pays refunds while processes are killed. Finally settles, funds and pays the
// prizes of the free game during all faults: about a fifth of its teams win.
import { main } from './lib/main.mjs';
import { runBuilt } from './lib/run-built.mjs';

main(() => runBuilt('tools/scenarios/dist/chaos/main.js'), { accepts: 'anything' });

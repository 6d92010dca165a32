#!/usr/bin/env node
// npm start -- [options]: installs what is missing, builds what changed and runs the whole product in this process.
//   --port N              port of the app (default 4800)
//   --home DIR            folder for all state (default .touchline); every copy needs its own
//   --reset               delete all state first
//   --gameweek-minutes N  length of a replayed gameweek (default 10)
//   --from-gameweek N     gameweek that is played when a new season starts (default 6)
//   --demo-teams N        teams that play along, with a history of three gameweeks (default 120, 0 for none)
//   --archive DIR         season folder to replay instead of the demo season
// Environment: DATABASE_URL, NATS_URL, RPC_URL and FPL_URL replace embedded dependencies (docs/operations/local.md).
import { build } from './lib/build.mjs';
import { main } from './lib/main.mjs';

main(
  async () => {
    await build();
    await import('../dist/main.js');
  },
  { accepts: 'anything' },
);

#!/usr/bin/env node
// npm run season-check -- --archive DIR --expected FILE [--gameweeks 1-38]
//   --archive DIR     a season folder: teams.csv, players_raw.csv, fixtures.csv, gws/merged_gw.csv
//   --expected FILE   expected points of some squads, in the format of expected-lineups.json
//   --gameweeks N-M   compares only these gameweeks and stops after the last
// Plays a recorded season through the whole product and compares points and ranks with the expected ones. Plays a few gameweeks
// of the demo season if --archive and --expected are missing. An additional team plays the season game with a new lineup in every
// gameweek. Its points are computed from the rows of the season and reported only if they differ.
import { main } from './lib/main.mjs';
import { runBuilt } from './lib/run-built.mjs';

// Paths are relative to the user's folder.
main(() => runBuilt('tools/scenarios/dist/season/main.js', { cwd: process.env.INIT_CWD ?? process.cwd() }), {
  accepts: 'anything',
});

#!/usr/bin/env node
// npm run verify-lineup -- URL TEAM [--receipt FILE] [--gameweek N]
//   URL             address of the product, such as https://touchline.example
//   TEAM            id of a team
//   --receipt FILE  receipts that My Teams downloaded
//   --gameweek N    default: the last one with a lock root
//   --rpc URL --contract ADDRESS --operator ADDRESS --from-block N
//                   where the operator anchors lock roots (see anchor-roots)
// Verifies the lineups of a team: open slots, commitments, lock roots and receipts. Ends with exit code 1 if one is wrong.
import { main } from './lib/main.mjs';
import { runBuilt } from './lib/run-built.mjs';

main(() => runBuilt('tools/scenarios/dist/verify-lineup/main.js'), { accepts: 'anything' });

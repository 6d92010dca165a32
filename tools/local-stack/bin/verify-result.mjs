#!/usr/bin/env node
// npm run verify-result -- URL GAME [--rpc URL]
//   URL        address of the product, such as https://touchline.example
//   GAME       id of a settled game
//   --rpc URL  RPC endpoint of the chain; default: the one that the product names
// Downloads the published result of a game and computes it again: points, ranks, prizes and Merkle root. Compares root, token and total
// with the prize vault on the chain. Ends with exit code 1 if any value differs, or if the
// result was computed with another version of the rules.
import { main } from './lib/main.mjs';
import { runBuilt } from './lib/run-built.mjs';

main(() => runBuilt('tools/scenarios/dist/verify-result/main.js'), { accepts: 'anything' });

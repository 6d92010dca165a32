#!/usr/bin/env node
// npm run anchor-roots -- URL GAME --rpc URL --contract ADDRESS --operator ADDRESS --from-block N
//   URL                 address of the product, such as https://touchline.example
//   GAME                id of a game
//   --rpc URL           RPC of the chain
//   --contract ADDRESS  contract of lock roots (contracts/src/LockRoots.sol)
//   --operator ADDRESS  wallet that anchors the roots
//   --from-block N      first block to search, such as that of the contract's deployment
// Prints the calls that anchor the lock roots of a game on the chain. Needs no key: sign them with the operator's wallet.
import { main } from './lib/main.mjs';
import { runBuilt } from './lib/run-built.mjs';

main(() => runBuilt('tools/scenarios/dist/anchor-roots/main.js'), { accepts: 'anything' });

#!/usr/bin/env node
// npm run fuzz -- [--seed N] [--runs N] [--only NAME]: sends malformed and hostile input to every endpoint of the API.
//   --seed N     the same seed sends the same requests (default: random)
//   --runs N     requests per endpoint (default: 200)
//   --only NAME  one endpoint, by its operationId in /api/openapi.json
import { main } from './lib/main.mjs';
import { runBuilt } from './lib/run-built.mjs';

main(() => runBuilt('tools/scenarios/dist/fuzz/main.js'), { accepts: 'anything' });

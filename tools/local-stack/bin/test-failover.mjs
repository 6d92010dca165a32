#!/usr/bin/env node
// npm run test:failover: starts three NATS servers and two Postgres servers, kills one of each and counts what was lost.
import { main } from './lib/main.mjs';
import { runBuilt } from './lib/run-built.mjs';

main(() => runBuilt('tools/scenarios/dist/failover/main.js'));

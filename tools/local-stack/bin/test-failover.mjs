#!/usr/bin/env node
// npm run test:failover: starts three NATS servers and two Postgres servers, configured as in deploy/kubernetes. Kills one of each
// and counts lost events and commits.
import { main } from './lib/main.mjs';
import { runBuilt } from './lib/run-built.mjs';

main(() => runBuilt('tools/scenarios/dist/failover/main.js'));

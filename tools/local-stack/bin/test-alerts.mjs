#!/usr/bin/env node
// npm run test:alerts: checks the rules of deploy/prometheus with promtool and with a Prometheus that scrapes a running product.
import { main } from './lib/main.mjs';
import { runBuilt } from './lib/run-built.mjs';

main(() => runBuilt('tools/scenarios/dist/alerts/main.js'));

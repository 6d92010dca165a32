#!/usr/bin/env node
// npm run alerts-check: the rules of deploy/prometheus with promtool, and a real Prometheus that scrapes a running product.
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { ROOT, runNode } from './lib/project.mjs';

main(async () => {
  await ensureInstalled();
  await build();
  return runNode(join(ROOT, 'checks/dist/alerts/main.js'), process.argv.slice(2));
});

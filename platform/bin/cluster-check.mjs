#!/usr/bin/env node
// npm run cluster-check: three NATS servers and two of Postgres, one of each is killed; counts what was lost.
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { ROOT, runNode } from './lib/project.mjs';

main(async () => {
  await ensureInstalled();
  await build();
  return runNode(join(ROOT, 'checks/dist/cluster/main.js'), process.argv.slice(2));
});

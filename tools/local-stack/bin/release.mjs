#!/usr/bin/env node
// npm run release -- list|promote|share|rollback|token|replace-token: the published versions of remotes.
import { join } from 'node:path';
import { compile } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { ROOT } from './lib/project.mjs';

main(async () => {
  await ensureInstalled();
  if ((await compile({ quiet: true, onText: () => {} }, 'tools/local-stack', 'gateway')) !== 0)
    throw new Error('tsc -b failed');
  const { remotesCommand } = await import('../dist/release/main.js');
  const { openHome } = await import('../dist/supervisor/home.js');
  const secret = () => process.env.RELEASE_SECRET ?? openHome(join(ROOT, '.touchline')).secret('releases');
  console.log(await remotesCommand(ROOT, process.argv.slice(2), secret));
});

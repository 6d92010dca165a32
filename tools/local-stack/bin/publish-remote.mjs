#!/usr/bin/env node
// REMOTE_TOKEN=... npm run publish-remote -w NAME -- --to URL [options]: builds the remote in this folder, alone, and publishes it.
//   --to URL         address of the product
//   --share PERCENT  visitors who get it (default 100: it becomes current; 0: no visitor gets it yet, and a link shows it)
//   --security-fix   automatic rollback never returns to a version before this one; also marks a version published before
import { join } from 'node:path';
import { ensureCompiled } from './lib/build.mjs';
import { main } from './lib/main.mjs';
import { ROOT, runNode, say } from './lib/project.mjs';

main(
  async () => {
    const folder = process.cwd();
    await ensureCompiled('tools/local-stack');
    const { publishCommand, readPublication } = await import('../dist/release/main.js');
    const publication = readPublication(process.argv.slice(2));
    const since = Date.now();
    const rspack = join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js');
    const code = await runNode(rspack, ['build'], { cwd: folder, env: { NODE_ENV: 'production' } });
    if (code !== 0) throw new Error('the build failed');
    say(`built in ${((Date.now() - since) / 1000).toFixed(1)} s`);
    console.log(await publishCommand(folder, publication));
  },
  { accepts: 'anything' },
);

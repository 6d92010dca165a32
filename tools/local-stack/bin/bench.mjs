#!/usr/bin/env node
// npm run bench -- NAME [args]: builds and runs tools/bench/dist/NAME.js.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { ROOT, runNode } from './lib/project.mjs';

main(async () => {
  const [name, ...args] = process.argv.slice(2);
  await ensureInstalled();
  await build();
  const dist = join(ROOT, 'tools/bench/dist');
  const script = join(dist, `${name}.js`);
  if (!name || !/^[\w-]+$/.test(name) || !existsSync(script)) {
    const known = existsSync(dist) ? readdirSync(dist).filter((file) => file.endsWith('.js')) : [];
    throw new Error(`npm run bench -- NAME, one of: ${known.map((file) => file.slice(0, -3)).join(', ')}`);
  }
  return runNode(script, args, { interrupt: true });
});

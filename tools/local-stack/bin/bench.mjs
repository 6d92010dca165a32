#!/usr/bin/env node
// npm run bench -- NAME [options]: builds everything and runs a program of tools/bench; its README lists names and options.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { main } from './lib/main.mjs';
import { ROOT, runNode } from './lib/project.mjs';

main(
  async () => {
    const [name = '', ...args] = process.argv.slice(2);
    const folder = join(ROOT, 'tools/bench');
    if (!/^[\w-]+$/.test(name) || !existsSync(join(folder, `${name}.ts`))) {
      const names = readdirSync(folder).filter((file) => file.endsWith('.ts'));
      throw new Error(`npm run bench -- NAME, one of: ${names.map((file) => file.slice(0, -3)).join(', ')}`);
    }
    await build();
    return runNode(join(folder, 'dist', `${name}.js`), args, { interrupt: true });
  },
  { accepts: 'anything' },
);

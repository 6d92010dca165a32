#!/usr/bin/env node
// npm run test:new-service: executes docs/recipes/add-a-service.md in a copy of this project, tests and checks the result, and plays in
// two browsers while the remote is published and rolled back. Takes some minutes and changes nothing here.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCopy } from './lib/in-copy.mjs';
import { main } from './lib/main.mjs';
import { ROOT, say } from './lib/project.mjs';
import { runRecipe } from './lib/run-recipe.mjs';

main(() =>
  inCopy(async ({ copy, step }) => {
    await runRecipe(join(copy, 'docs/recipes/add-a-service.md'), copy, (command, args) =>
      step(`npm run ${command} -- ${args.join(' ')}`, [`tools/local-stack/bin/${command}.mjs`, ...args]),
    );
    await step('everything is built', ['tools/local-stack/bin/build.mjs']);
    await step('tests', ['node_modules/vitest/vitest.mjs', 'run', 'services/rivals/', 'mf-rivals/']);
    const biome = 'node_modules/@biomejs/biome/bin/biome';
    await step('format and lint', [biome, 'ci', 'services/rivals', 'mf-rivals']);
    await step('architecture', ['tools/architecture/dependencies.mjs', '.dependency-cruiser.mjs']);
    await step('deployment', ['tools/architecture/kubernetes.mjs']);
    await step('unused code', ['node_modules/knip/bin/knip.js', '--workspace', 'services/rivals']);
    await step('in two browsers', ['e2e/dist/src/new-service.js']);
    const changed = listChanged(copy);
    if (changed.join() !== 'package-lock.json,package.json,tsconfig.json')
      throw new Error(`the recipe changed ${changed.join(', ')}`);
    say(`no file of shell, gateway, other services or remotes changed: only ${changed.join(', ')}`);
  }),
);

/** Files of this project that differ in the copy. */
function listChanged(copy) {
  const listed = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 });
  return listed
    .split('\n')
    .filter((file) => file && existsSync(join(ROOT, file)))
    .filter((file) => !readFileSync(join(ROOT, file)).equals(readFileSync(join(copy, file))))
    .sort();
}

#!/usr/bin/env node
// npm run test:new-remote: follows docs/recipes/add-a-remote.md in a copy of this project and builds another remote outside of it
// from packed packages. Takes a few minutes and changes nothing here.
import { join } from 'node:path';
import { inCopy } from './lib/in-copy.mjs';
import { main } from './lib/main.mjs';
import { outsideRemote } from './lib/outside-remote.mjs';

main(() =>
  inCopy(async ({ copy, scratch, step }) => {
    await step('a new remote', ['tools/local-stack/bin/new-remote.mjs', 'rivals']);
    await step('its tests', ['node_modules/vitest/vitest.mjs', 'run', 'mf-rivals/']);
    await step('everything is built', ['tools/local-stack/bin/build.mjs']);
    await step('it is in the product', ['e2e/dist/src/new-remote.js', 'Rivals']);
    const outside = join(scratch, 'outside');
    await outsideRemote({ project: copy, folder: outside });
    await step('types of a remote outside', ['node_modules/@typescript/native/bin/tsc', '--noEmit'], outside);
    await step('its tests', ['node_modules/vitest/vitest.mjs', 'run'], outside);
    await step('its build', ['node_modules/@rspack/cli/bin/rspack.js', 'build'], outside);
  }),
);

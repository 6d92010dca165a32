import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UNUSED_COLOURS, UNUSED_VARIABLES } from './unused-colours.ts';

const ui = join(import.meta.dirname, '../../ui');
const sheet = createRequire(join(ui, 'package.json')).resolve(
  '@mantine/core/styles/default-css-variables.css',
);

test('the removed variables are exactly those of the unused colours in Mantine’s style sheet', () => {
  const declared = readFileSync(sheet, 'utf8').matchAll(/^\s*(--mantine-color-([a-z]+)-[\w-]+): /gm);
  const unused = [...declared].filter(([, , colour]) => UNUSED_COLOURS.includes(colour!));
  expect([...new Set(unused.map(([, name]) => name))].sort()).toEqual([...UNUSED_VARIABLES].sort());
});

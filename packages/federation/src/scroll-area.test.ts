import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { POSITIONING, SCROLL_AREA, SCROLL_AREA_RULE } from './scroll-area.ts';

const ui = join(import.meta.dirname, '../../ui');
/** Mantine as packages/ui resolves it. */
const [modules = ''] = createRequire(join(ui, 'package.json')).resolve('@mantine/core').split('@mantine');
const scrollArea = join(modules, '@mantine/core/esm/components/ScrollArea/ScrollArea.mjs');

test('the rule matches Mantine’s ScrollArea, which imports only useMergeRefs from the positioning library', () => {
  expect(scrollArea).toMatch(SCROLL_AREA);
  const imports = [
    ...readFileSync(scrollArea, 'utf8').matchAll(/^import \{ (.*) \} from "@floating-ui\/react";$/gm),
  ];
  expect(imports.map(([, names]) => names)).toEqual(['useMergeRefs']);
  expect(readFileSync(scrollArea, 'utf8').split(POSITIONING)).toHaveLength(2);
});

test('the alias is a module of packages/ui that exports this hook', () => {
  const [target] = Object.values(SCROLL_AREA_RULE.resolve.alias);
  const { exports } = JSON.parse(readFileSync(join(ui, 'package.json'), 'utf8'));
  const file = join(ui, exports[`./${target?.split('/').at(-1)}`]);
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toContain('export const useMergeRefs');
});

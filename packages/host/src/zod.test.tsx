import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from './zod.tsx';

const api = join(import.meta.dirname, '../../api/src');
// The document of the API is written by the gateway; no browser ever loads it.
const sources = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('openapi'),
);

/** `z.iso.datetime(` and `z.string(`, not the types (`z.ZodType`, `z.infer`). */
function namesIn(file: string): string[] {
  return [...readFileSync(join(api, file), 'utf8').matchAll(/\bz\.([a-z]\w*(?:\.[a-z]\w*)*)\(/gi)].map(
    (match) => match[1] ?? '',
  );
}

describe('the browser’s zod', () => {
  test.each(sources)('has every name that %s uses', (file) => {
    for (const name of namesIn(file)) {
      const found = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], z);
      expect(found, `z.${name}`).toBeTypeOf('function');
    }
  });
});

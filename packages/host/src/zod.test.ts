import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from './zod.ts';

const api = join(import.meta.dirname, '../../api/src');
// The gateway generates the OpenAPI document, tools read manifests; no browser loads either.
const sources = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(openapi|team-service-manifest)/.test(file),
);

/** Zod functions that a file calls, such as `iso.datetime` and `string`. Types (`z.infer`) are not matched. */
function listCalls(file: string): string[] {
  return [...readFileSync(join(api, file), 'utf8').matchAll(/\bz\.([a-z_]\w*(?:\.[a-z]\w*)*)\(/gi)].map(
    (match) => match[1] ?? '',
  );
}

test.each(sources)('the browser’s zod has every function that %s uses', (file) => {
  for (const name of listCalls(file)) {
    const value = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], z);
    expect(value, `z.${name}`).toBeTypeOf('function');
  }
});

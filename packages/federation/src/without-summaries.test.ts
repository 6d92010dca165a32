import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import withoutSummaries, { ENDPOINTS } from './without-summaries.ts';

const api = join(import.meta.dirname, '../../api/src/http');

test('takes the sentence of every endpoint, and nothing else', () => {
  for (const name of readdirSync(api)) {
    const file = join(api, name);
    expect(file).toMatch(ENDPOINTS);
    const source = readFileSync(file, 'utf8');
    const left = withoutSummaries(source);
    expect(left.match(/summary:/g)?.length, name).toBe(source.match(/summary:/g)?.length);
    expect(left.match(/summary:\s*['"](?!')/g), name).toBeNull(); // an answer may have a field of that name
  }
  expect(withoutSummaries("a({ summary: 'It\\'s \"new\"', b: 'c' })")).toBe("a({ summary: '', b: 'c' })");
});

import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { API_VERSION } from './api-version.ts';

it('API_VERSION equals the version in package.json', () => {
  expect(API_VERSION).toBe(createRequire(import.meta.url)('../package.json').version);
});

import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createGzipPrefix } from './gzip-prefix.ts';

it('gzip responses unpack to the plain text for any prefix and end', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string({ unit: 'grapheme' })), (text, ends) => {
      const start = createGzipPrefix(text);
      for (const end of ends) {
        expect(start.plain(end).toString()).toBe(text + end);
        expect(gunzipSync(start.gzip(end)).toString()).toBe(text + end);
      }
    }),
  );
});

it('the common prefix is compressed, and ends up to 65,535 bytes are appended', () => {
  const start = createGzipPrefix('a row of the leaderboard '.repeat(1_000));
  expect(start.gzip('and its own row').length).toBeLessThan(300);
  expect(gunzipSync(start.gzip('x'.repeat(65_535)))).toHaveLength(25_000 + 65_535);
  expect(() => start.gzip('x'.repeat(65_536))).toThrow('do not fit');
});

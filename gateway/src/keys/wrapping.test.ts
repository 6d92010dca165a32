import { expect, test } from 'vitest';
import { createWrapping } from './wrapping.ts';

const [OLD, NEW] = ['an old secret', 'a new secret'];
const plain = Buffer.from('confidential');
const old = createWrapping({ current: OLD });
const wrapped = old.wrap(plain, 'k1');

test('S13 wrapped data opens only with the same secret and name, and differs each time', () => {
  expect(old.unwrap(wrapped, 'k1')).toEqual(plain);
  expect(wrapped.includes(plain)).toBe(false);
  expect(old.wrap(plain, 'k1')).not.toEqual(wrapped);
  expect(() => old.unwrap(wrapped, 'k2')).toThrow();
  expect(() => createWrapping({ current: NEW }).unwrap(wrapped, 'k1')).toThrow('wrapped with another secret');
});

test('S13 unwrapping detects every altered byte', () => {
  for (let at = 0; at < wrapped.length; at++) {
    const altered = Buffer.from(wrapped);
    altered[at]! ^= 1;
    expect(() => old.unwrap(altered, 'k1')).toThrow();
  }
});

test('S13 with both secrets, data of both can be unwrapped, and the new one wraps', () => {
  const both = createWrapping({ current: NEW, previous: OLD });
  expect(both.unwrap(wrapped, 'k1')).toEqual(plain);
  expect(both.isCurrent(wrapped)).toBe(false);
  const again = both.wrap(plain, 'k1');
  expect(both.isCurrent(again)).toBe(true);
  expect(() => old.unwrap(again, 'k1')).toThrow('wrapped with another secret');
});

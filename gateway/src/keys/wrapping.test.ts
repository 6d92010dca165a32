import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { createWrapping } from './wrapping.ts';

const [OLD, NEW] = ['an old secret', 'a new secret'];
const old = createWrapping({ current: OLD });
const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
const key = { ...(await exportJWK(privateKey)), refresh_secret: 'c2VjcmV0' };
const kid = await calculateJwkThumbprint(key);
const wrapped = await old.wrap(key);

test('S13 a wrapped key opens only with the same secret and id, and differs each time', async () => {
  expect(await old.unwrap(wrapped, kid)).toEqual(key);
  expect(await old.wrap(key)).not.toBe(wrapped);
  await expect(old.unwrap(wrapped, 'k2')).rejects.toThrow('another id');
  await expect(createWrapping({ current: NEW }).unwrap(wrapped, kid)).rejects.toThrow(
    'wrapped with another secret',
  );
});

test('S13 unwrapping detects every altered byte', async () => {
  const [header = '', ...rest] = wrapped.split('.');
  for (const [at, part] of rest.entries())
    for (let byte = 0; byte < Buffer.from(part, 'base64url').length; byte++) {
      const altered = Buffer.from(part, 'base64url');
      altered[byte]! ^= 1;
      const parts = [header, ...rest.with(at, altered.toString('base64url'))];
      await expect(old.unwrap(parts.join('.'), kid)).rejects.toThrow();
    }
  const { enc, ...others } = JSON.parse(`${Buffer.from(header, 'base64url')}`);
  const reordered = Buffer.from(JSON.stringify({ ...others, enc })).toString('base64url');
  await expect(old.unwrap([reordered, ...rest].join('.'), kid)).rejects.toThrow();
});

test('S13 with both secrets, keys of both can be unwrapped, and the new one wraps', async () => {
  const both = createWrapping({ current: NEW, previous: OLD });
  expect(await both.unwrap(wrapped, kid)).toEqual(key);
  expect(both.isCurrent(wrapped)).toBe(false);
  const again = await both.wrap(key);
  expect(both.isCurrent(again)).toBe(true);
  await expect(old.unwrap(again, kid)).rejects.toThrow('wrapped with another secret');
});

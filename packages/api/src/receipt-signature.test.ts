import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ReceiptKey } from './http/seals.ts';
import { checkSignature } from './receipt-signature.ts';

const ROOT = 'ab'.repeat(32);
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function createKey(kid: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const x = publicKey.export({ format: 'jwk' }).x!;
  const published: ReceiptKey = { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' };
  const signRoot = (header: object, root = ROOT) => {
    const text = `${encode(header)}.${encode({ root })}`;
    return { signature: `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}` };
  };
  return { published, signRoot, jwk: { kty: 'OKP', crv: 'Ed25519', x } };
}

const own = createKey('own');
const other = createKey('own');
const header = { alg: 'EdDSA', kid: 'own' };

it('a receipt is signed with a published key, with or without the key in its header', async () => {
  for (const each of [header, { ...header, jwk: own.jwk }])
    expect(await checkSignature(own.signRoot(each), ROOT, [own.published])).toBe('SIGNED');
});

it('a valid signature with a key that is no longer published is no forgery', async () => {
  const receipt = own.signRoot({ ...header, jwk: own.jwk });
  expect(await checkSignature(receipt, ROOT, [other.published])).toBe('UNKNOWN_KEY');
  expect(await checkSignature(own.signRoot(header), ROOT, [])).toBe('UNKNOWN_KEY');
});

it.each([
  ['of another root', own.signRoot({ ...header, jwk: own.jwk }, 'cd'.repeat(32))],
  ['of another key than that of the header', other.signRoot({ ...header, jwk: own.jwk })],
  ['with an invalid key', own.signRoot({ ...header, jwk: { x: '?' } })],
  ['without a key id', own.signRoot({})],
  ['that is no JWS', { signature: 'x' }],
  ['with an empty header', { signature: 'e30.e30.e30' }],
])('a signature %s is wrong', async (_title, receipt) => {
  expect(await checkSignature(receipt, ROOT, [own.published])).toBe('WRONG');
});

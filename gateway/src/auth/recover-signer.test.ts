import fc from 'fast-check';
import { bytesToHex, concat, type Hex, hexToBytes, recoverMessageAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { computeTwin, ORDER } from '../testing/high-s.ts';
import { hasLowS, recoverSigner } from './recover-signer.ts';

const key = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => bytesToHex(bytes))
  .filter((hex) => BigInt(hex) > 0n && BigInt(hex) < ORDER);

const byViem = (message: string, signature: Hex) =>
  recoverMessageAddress({ message, signature }).catch(() => null);

test('recoverSigner recovers the signer of any message, like viem', async () => {
  await fc.assert(
    fc.asyncProperty(key, fc.string({ unit: 'grapheme' }), async (privateKey, message) => {
      const account = privateKeyToAccount(privateKey);
      const signature = await account.signMessage({ message });
      expect(recoverSigner(message, signature)).toBe(account.address);
      expect([hasLowS(signature), hasLowS(computeTwin(signature))]).toEqual([true, false]);
      expect(recoverSigner(message, computeTwin(signature))).toBe(
        await byViem(message, computeTwin(signature)),
      );
    }),
    { numRuns: 50 },
  );
});

test('recoverSigner recovers the same result as viem from a changed signature', async () => {
  const account = privateKeyToAccount(`0x${'7'.repeat(64)}`);
  const signature = hexToBytes(await account.signMessage({ message: 'hello' }));
  await fc.assert(
    fc.asyncProperty(fc.nat(64), fc.nat(255), async (at, value) => {
      const changed = bytesToHex(signature.with(at, value));
      expect(recoverSigner('hello', changed)).toBe(await byViem('hello', changed));
    }),
    { numRuns: 300 },
  );
});

const [r, s] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`] as const;
const zero = `0x${'0'.repeat(64)}` as const;
const order = `0x${ORDER.toString(16)}` as const;

test.each<[string, Hex]>([
  ['no bytes', '0x'],
  ['half a byte', '0x1'],
  ['non-hexadecimal digits', `0x${'zz'.repeat(65)}`],
  ['64 bytes', concat([r, s])],
  ['66 bytes', concat([r, s, '0x1b1b'])],
  ['r of zero', concat([zero, s, '0x1b'])],
  ['s of zero', concat([r, zero, '0x1b'])],
  ['r of the order', concat([order, s, '0x1b'])],
  ['s of the order', concat([r, order, '0x1b'])],
  ['an unknown last byte', concat([r, s, '0x1d'])],
])('a signature with %s is invalid', async (_, signature) => {
  expect(recoverSigner('hello', signature)).toBeNull();
  expect(await byViem('hello', signature)).toBeNull();
});

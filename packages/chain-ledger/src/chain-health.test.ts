import { expect, it } from 'vitest';
import { checkRpcAgreement } from './chain-health.ts';

type ObservedRpc = Parameters<typeof checkRpcAgreement>[0][number];

const rpc = (
  name: string,
  block: number,
  hashAt: (height: number) => string | null = (height) => `hash ${height}`,
): ObservedRpc => ({
  name,
  check: async () => {},
  heads: async () => ({ latest: block, safe: block, finalized: block }),
  blockHash: async (height) => (height <= block ? hashAt(height) : null),
});
const down: ObservedRpc = { ...rpc('down', 0), check: () => Promise.reject(new Error('ECONNREFUSED')) };
const hangs: ObservedRpc = { ...rpc('hangs', 0), heads: () => new Promise(() => {}) };

it.each<[string, ObservedRpc[], (number | null)[], boolean]>([
  ['same height', [rpc('a', 100), rpc('b', 100)], [100, 100], true],
  ['one block apart', [rpc('a', 100), rpc('b', 101)], [100, 101], true],
  ['one down and one hanging', [rpc('a', 100), down, hangs], [100, null, null], true],
  ['five blocks apart', [rpc('a', 100), rpc('b', 105)], [100, 105], true],
  ['one stuck', [rpc('a', 100), rpc('b', 90)], [100, 90], false],
  ['different chains', [rpc('a', 100), rpc('b', 100, () => 'fork')], [100, 100], false],
  ['no RPC returns its latest block', [rpc('a', 100, () => null)], [100], false],
  ['no RPC responds', [down], [null], false],
])('checkRpcAgreement reports blocks and agreement: %s', async (_, rpcs, blocks, agree) => {
  const seen = await checkRpcAgreement(rpcs);
  expect(seen.rpcs.map(({ block }) => block)).toEqual(blocks);
  expect(seen.agree).toBe(agree);
});

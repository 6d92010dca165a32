import { expect, it } from 'vitest';
import { type NamedRpc, checkRpcAgreement } from './chain-health.ts';

const rpc = (host: string, block: number, hashAt = (height: number) => `hash ${height}`): NamedRpc => ({
  host,
  rpc: {
    check: async () => {},
    heads: async () => ({ latest: block, safe: block, finalized: block }),
    blockHash: async (height) => (height <= block ? hashAt(height) : null),
  },
});
const down: NamedRpc = {
  ...rpc('down', 0),
  rpc: { ...rpc('down', 0).rpc, check: () => Promise.reject(new Error('ECONNREFUSED')) },
};
const hangs: NamedRpc = {
  ...rpc('hangs', 0),
  rpc: { ...rpc('hangs', 0).rpc, heads: () => new Promise(() => {}) },
};

it.each<[string, NamedRpc[], (number | null)[], boolean]>([
  ['all at one height', [rpc('a', 100), rpc('b', 100)], [100, 100], true],
  ['a block apart', [rpc('a', 100), rpc('b', 101)], [100, 101], true],
  ['one down and one that hangs', [rpc('a', 100), down, hangs], [100, null, null], true],
  ['one stuck', [rpc('a', 100), rpc('b', 90)], [100, 90], false],
  ['another chain', [rpc('a', 100), rpc('b', 100, () => 'fork')], [100, 100], false],
  ['nobody answers', [down], [null], false],
])('RPCs agree or not: %s', async (_, rpcs, blocks, agree) => {
  const seen = await checkRpcAgreement(rpcs);
  expect(seen.rpcs.map(({ block }) => block)).toEqual(blocks);
  expect(seen.agree).toBe(agree);
});

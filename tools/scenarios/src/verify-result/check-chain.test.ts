import { prizeVaultAbi } from '@touchline/contracts/abi';
import { prizeGameKey } from '@touchline/contracts/prize-tree';
import { CHAIN_ID, startVaultWorld, type VaultWorld } from '@touchline/contracts/testing/vault-world';
import { publishResult } from '@touchline/rules/testing/results';
import { verifyResult } from '@touchline/rules/verify-result';
import { type Address, parseEventLogs } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkChain } from './check-chain.ts';
import { buildResultHashes } from './result-hashes.ts';

const ID = '0190f6a2-7b1c-7def-8123-456789abcdef';
let world: VaultWorld;

beforeAll(async () => {
  world = await startVaultWorld();
});
afterAll(() => world.stop());

describe('result on the chain', () => {
  it('the tree of a verified result is the one that the vault accepts, and every change of it is found', async () => {
    const { vault, token } = world;
    const domain = { chain_id: Number(CHAIN_ID), vault, game: { id: ID } as never };
    const hashes = buildResultHashes(domain);
    const result = await publishResult(60, { id: ID, eligibility: 'ALL' }, hashes);
    const report = await verifyResult(result.document, result.gameweeks, result.entries, hashes);
    expect(report.count).toBe(0);

    const prizes = result.entries
      .filter(({ leaf }) => leaf !== null)
      .sort((a, b) => a.leaf! - b.leaf!)
      .map(({ wallet_address, amount }) => ({ account: wallet_address as Address, amount: BigInt(amount) }));
    const { receipt } = await world.settle(prizeGameKey(ID), prizes);
    const [settled] = parseEventLogs({ abi: prizeVaultAbi, logs: receipt.logs, eventName: 'Settled' });
    expect(settled!.args).toMatchObject({ root: report.root, total: report.total });

    const plan = { token: { address: token } } as never;
    const funding = { transaction_hash: receipt.transactionHash, claims_open_at: '' };
    const document = { ...domain, plan, funding };
    const computed = { root: report.root!, total: report.total };
    const check = (changes: { chain_id?: number; game?: never; funding?: null }, values = computed) =>
      checkChain({ ...document, ...changes }, values, world.rpcUrl);
    expect(await check({})).toEqual({ problems: [], compared: 'root and total' });
    const changed = { root: `0x${'11'.repeat(32)}`, total: report.total + 1n };
    expect((await check({}, changed)).problems).toEqual([
      expect.stringContaining('root on the chain'),
      expect.stringContaining('total on the chain'),
    ]);
    const game = { id: ID.replace('a', 'b') } as never;
    expect((await check({ game })).problems).toEqual(['the vault has no settlement of this game']);
    expect((await check({ chain_id: 1 })).problems).toHaveLength(1);

    // The document does not decide whether the chain is read.
    expect(await check({ funding: null })).toEqual({ problems: [], compared: 'root' });
    expect((await check({ funding: null }, changed)).problems).toEqual([
      expect.stringContaining('root on the chain'),
    ]);
    expect(await check({ funding: null, game })).toEqual({ problems: [], compared: 'nothing' });
  });
});

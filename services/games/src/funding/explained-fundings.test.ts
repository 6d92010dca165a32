import { createPayouts, type Payouts } from '@touchline/chain-ledger/payouts/payouts';
import { createTransferReader } from '@touchline/chain-ledger/transfer-reader';
import { createVaultLedger } from '@touchline/chain-ledger/vault/vault-ledger';
import { footballAbi, prizeVaultAbi } from '@touchline/contracts/abi';
import { type Address, encodeFunctionData, type Hex, keccak256, toHex } from 'viem';
import { beforeAll, expect, it } from 'vitest';
import { setUpFinalGames, wallet } from '../testing/final-games.ts';
import { setUpVaultChain } from '../testing/vault-chain.ts';
import { type FundingDeps, followFunding } from './funding.ts';

const games = setUpFinalGames();
const on = setUpVaultChain(games);
const POOL = 200n * 10n ** 18n;
let deps: FundingDeps;
let payouts: Payouts;

beforeAll(() => {
  const { rpcUrl, token, treasury } = on.chain;
  const reader = createTransferReader({ rpcUrls: [rpcUrl], chainId: 480, token });
  const options = { db: games.db, chainId: 480, vault: on.vault, reader, confirmations: 1 };
  const { log, now } = games.replica;
  const account = { chainId: 480, address: treasury.toLowerCase() };
  payouts = createPayouts({ db: games.db, transfers: reader, account, now, log });
  deps = { ...on.admin(), ...options, log, vaultLedger: createVaultLedger(options) };
});

/** Reads the chain, and counts the transfers of the treasury that nothing explains. */
async function countUnexplained(): Promise<number> {
  await payouts.catchUp();
  while (await followFunding(deps, new Set()));
  return payouts.countUnexplained();
}

const sendToken = (to: string, amount: bigint) => {
  const args = [to as Address, amount] as const;
  const data = encodeFunctionData({ abi: footballAbi, functionName: 'transfer', args });
  return on.send(on.chain.treasury, { to: on.chain.token, data });
};

it('S2 transfers that fund and refill the prizes of a game are explained', async () => {
  const game = await on.settleGame();
  await on.fund(game);
  await on.mineFinal();
  expect(await countUnexplained()).toBe(0);
  await on.passTime(181 * 24 * 3600);
  await on.callVault('reclaim', game);
  await on.approve(POOL);
  await on.callVault('refill', game);
  expect(await countUnexplained()).toBe(0);
});

it('S2 another transfer to the vault in the transaction of a funding is not explained', async () => {
  const game = await on.settleGame();
  await on.fund(game);
  const before = await countUnexplained();
  await games.db.raw(
    `insert into ledger_outgoing (chain_id, block_number, log_index, tx_hash, block_hash, block_time, sender, recipient, amount, state, seen_at)
     select chain_id, block_number, log_index + 50, tx_hash, block_hash, block_time, sender, recipient, amount, state, seen_at
     from ledger_outgoing where recipient = ? order by id desc limit 1`,
    [on.vault],
  );
  expect((await countUnexplained()) - before).toBe(1);
  await games.db.raw('delete from ledger_outgoing where log_index >= 50');
});

it('S2 a settlement of a game that has no result, and a plain transfer to the vault, are not explained', async () => {
  const before = await countUnexplained();
  await on.approve(POOL);
  const args = [keccak256(toHex('no game')), on.chain.token, `0x${'1'.repeat(64)}` as Hex, POOL] as const;
  const data = encodeFunctionData({ abi: prizeVaultAbi, functionName: 'settle', args });
  expect(await on.send(on.chain.treasury, { to: on.vault, data })).toBe('success');
  expect((await countUnexplained()) - before).toBe(1);
  await sendToken(on.vault, 7n);
  expect((await countUnexplained()) - before).toBe(2);
});

it('S2 a withdrawal that an operator marked as explained no longer counts, and the next transfer does', async () => {
  const before = await countUnexplained();
  await sendToken(wallet(0xabc), 7n);
  expect((await countUnexplained()) - before).toBe(1);
  await games.db.raw('update ledger_outgoing set explained = true where recipient = ?', [wallet(0xabc)]);
  expect((await countUnexplained()) - before).toBe(0);
  await sendToken(wallet(0xabc), 7n);
  expect((await countUnexplained()) - before).toBe(1);
});

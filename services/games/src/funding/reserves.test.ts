import { createLedger, type Ledger } from '@touchline/chain-ledger/ledger';
import { createPayouts, type Payouts } from '@touchline/chain-ledger/payouts/payouts';
import { createTransferReader } from '@touchline/chain-ledger/transfer-reader';
import { createVaultLedger } from '@touchline/chain-ledger/vault/vault-ledger';
import { footballAbi } from '@touchline/contracts/abi';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { type TestNats, testNats } from '@touchline/local-stack/testing';
import { openBus } from '@touchline/service-kit/messaging/bus';
import { type Address, encodeFunctionData } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findGame } from '../games/games.store.ts';
import { recordRefund } from '../payments/payments.store.ts';
import { listUnpaid } from '../prizes/settlement-admin.ts';
import { FakeStaking } from '../testing/fake-staking.ts';
import { setUpFinalGames } from '../testing/final-games.ts';
import { setUpVaultChain } from '../testing/vault-chain.ts';
import { coverGames } from './cover-games.ts';
import { type FundingDeps, followFunding } from './funding.ts';
import { type ReservesDeps, readReserves } from './reserves.ts';
import { createVaultCheck } from './vault-check.ts';

const games = setUpFinalGames();
const on = setUpVaultChain(games);
const TOKENS = 10n ** 18n;
const CONFIRMATIONS = 3;
let nats: TestNats;
let staking: FakeStaking;
let deps: ReservesDeps;
let funding: FundingDeps;
let ledger: Ledger;
let payouts: Payouts;

beforeAll(async () => {
  nats = await testNats();
  staking = new FakeStaking(nats.url);
  const { db } = games;
  const { log, now } = games.replica;
  const { rpcUrl, token, treasury } = on.chain;
  const reader = createTransferReader({ rpcUrls: [rpcUrl], chainId: 480, token });
  const account = { chainId: 480, address: treasury.toLowerCase() };
  const options = { db, transfers: reader, account, now, log };
  ledger = createLedger({ ...options, confirmations: CONFIRMATIONS, minAmount: async () => 1n });
  payouts = createPayouts(options);
  const vaultLedger = createVaultLedger({ db, chainId: 480, vault: on.vault, reader, confirmations: 1 });
  funding = { ...on.admin(), chainId: 480, vault: on.vault, vaultLedger, log };
  deps = {
    db,
    bus: openBus(nats.url, { name: 'games', log }),
    chainId: 480,
    treasury: account.address,
    ledger,
    funders: new Set([funder().toLowerCase()]),
    vault: on.vault,
    vaultCheck: checkVault(account.address),
    tokens: [{ token: { address: token, symbol: 'FOOTBALL', decimals: 18 }, reader }],
    now,
  };
});
beforeEach(async () => {
  staking.scannedBlock = Number.POSITIVE_INFINITY;
  await scan();
});
afterAll(async () => {
  await Promise.all([deps?.bus.close(), staking?.bus.close()]);
  await nats?.stop();
});

const checkVault = (treasury: string) => {
  const { rpcUrl, token } = on.chain;
  const reader = createTransferReader({ rpcUrls: [rpcUrl], chainId: 480, token });
  return createVaultCheck({ db: games.db, reader, vault: on.vault, treasury, log: games.replica.log });
};
const stranger = () => on.chain.accounts[4]!.address;
const funder = () => on.chain.accounts[5]!.address;

/** Records all transfers to the treasury that are mined already. */
async function scan() {
  await on.mine(CONFIRMATIONS);
  while (await ledger.follow());
}

async function transfer(from: string, to: string, amount: bigint) {
  const data = encodeFunctionData({
    abi: footballAbi,
    functionName: 'transfer',
    args: [to as Address, amount],
  });
  expect(await on.send(from, { to: on.chain.token, data })).toBe('success');
}

/** Makes the refund of the stranger's transfer due. */
async function refundDeposit() {
  const deposit = (await ledger.findUnassigned()).find(({ sender }) => sender === stranger().toLowerCase());
  await games.db.transaction(async (trx) => {
    await ledger.markAssigned(trx, deposit!.id);
    await recordRefund(trx, payouts, deposit!.id, { reason: 'NO_RESERVATION', meant_for: null });
  });
}

/** Assets less debts, in wei. */
async function readSurplus() {
  const [football] = (await readReserves(deps)).tokens;
  return BigInt(football!.assets) - BigInt(football!.owed);
}

/** Creates a game that can be joined, whose guarantee exceeds the surplus by this amount. */
async function createUncoveredGame(missing: bigint) {
  const token = { address: on.chain.token.toLowerCase(), symbol: 'FOOTBALL', decimals: 18 };
  const id = await games.createGame([], { token, guarantee: ((await readSurplus()) + missing).toString() });
  await games.db.raw(
    `update games set settlement = 'PENDING', status = 'UPCOMING', prizes_covered = false, start_time = '2031-09-01Z',
       end_time = '2031-09-02Z' where id = ?`,
    [id],
  );
  return async () => {
    const { writes } = games.replica;
    await coverGames({
      db: games.db,
      writes,
      readReserves: () => readReserves(deps),
      reservesRequired: true,
    });
    return (await findGame(games.db, id))!.prizes.covered;
  };
}

it('S2 a deposit that is refunded opens no game with a guarantee, whichever part of it the service has seen', async () => {
  const opens = await createUncoveredGame(10n * TOKENS);
  const missing = await readSurplus();
  const check = async () => expect([await opens(), await readSurplus()]).toEqual([false, missing]);
  await check();
  await transfer(stranger(), on.chain.treasury, 20n * TOKENS);
  await check();
  await scan();
  await check();
  await refundDeposit();
  await check();
  await transfer(on.chain.treasury, stranger(), 20n * TOKENS);
  await payouts.follow();
  expect(await payouts.countOpen()).toBe(0);
  await check();
  await scan();
  await check();
  await transfer(funder(), on.chain.treasury, 10n * TOKENS);
  await scan();
  expect(await opens()).toBe(true);
});

it('S2 the refund of a deposit that a reorganisation removed does not count as a debt', async () => {
  const before = await readSurplus();
  await transfer(stranger(), on.chain.treasury, 20n * TOKENS);
  await scan();
  await refundDeposit();
  expect(await readSurplus()).toBe(before);
  await rpc(on.chain.rpcUrl, 'anvil_reorg', [CONFIRMATIONS + 1, []]);
  await scan();
  expect(await readSurplus()).toBe(before);
});

it('S2 a prize is a debt until the block of the balances has its payment', async () => {
  const game = await on.settleGame();
  await on.fund(game);
  await on.mineFinal();
  const follow = async () => {
    while (await followFunding(funding, new Set()));
  };
  await follow();
  await on.passTime(60);
  await scan();
  const before = await readSurplus();
  const { call } = await listUnpaid(on.admin(), game, undefined);
  expect(await on.send(stranger(), call!)).toBe('success');
  await on.mineFinal();
  await follow();
  expect((await findGame(games.db, game))!.prizes.state).toBe('PAID');
  expect(await readSurplus()).toBe(before);
  await scan();
  expect(await readSurplus()).toBe(before);
});

it('S2 balances are read at a block that the staking service has read too', async () => {
  const before = await readReserves(deps);
  await transfer(stranger(), staking.liabilities.wallet, 5n * TOKENS);
  staking.scannedBlock = before.block;
  await scan();
  expect(await readReserves(deps)).toMatchObject({ block: before.block, tokens: before.tokens });
});

it('S2 the tokens of a vault that is rejected do not count as an asset, and those of one that holds our prizes do', async () => {
  await games.db.raw("update games set prize_state = 'PAID' where prize_state is not null");
  const ofStranger = { ...deps, vaultCheck: checkVault(stranger().toLowerCase()) };
  const readAccounts = async () =>
    (await readReserves(ofStranger)).tokens[0]!.balances.map(({ account }) => account);
  await transfer(stranger(), on.vault, 10n * TOKENS);
  await scan();
  expect(await readAccounts()).toEqual(['TREASURY', 'STAKING']);
  await on.settleGame();
  expect(await readAccounts()).toEqual(['TREASURY', 'STAKING', 'VAULT']);
});

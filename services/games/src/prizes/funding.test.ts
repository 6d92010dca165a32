import { createTransferReader } from '@touchline/chain-ledger/transfer-reader';
import { createVaultLedger } from '@touchline/chain-ledger/vault/vault-ledger';
import { footballAbi, prizeVaultAbi } from '@touchline/contracts/abi';
import { testChain } from '@touchline/local-stack/testing';
import { rejection } from '@touchline/service-kit/testing/waiting';
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  type Hex,
  http,
  publicActions,
  walletActions,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findGame } from '../games/games.store.ts';
import { REVIEW_MS, setUpFinalGames, wallet } from '../testing/final-games.ts';
import { toMyPrizes } from './claims.ts';
import { type FundingDeps, followFunding } from './funding.ts';
import { findPrizesOfWallet } from './prizes.store.ts';
import { listUnpaid, readFunding } from './settlement-admin.ts';

type Chain = Awaited<ReturnType<typeof testChain>>;
type Call = { to: string; data: string };

const games = setUpFinalGames();
let chain: Chain;
let deps: FundingDeps;
let anvil: ReturnType<typeof connect>;

const connect = (rpcUrl: string) =>
  createTestClient({ mode: 'anvil', transport: http(rpcUrl), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions);

beforeAll(async () => {
  chain = await testChain();
  anvil = connect(chain.rpcUrl);
  const reader = createTransferReader({ rpcUrls: [chain.rpcUrl], chainId: 480, token: chain.token });
  const vault = chain.vault.toLowerCase();
  const vaultLedger = createVaultLedger({ db: games.db, chainId: 480, vault, reader, confirmations: 1 });
  deps = { db: games.db, writes: games.replica.writes, chainId: 480, vault, vaultLedger };
});
afterAll(() => chain?.stop());

const admin = () => ({ ...games.replica, treasury: chain.treasury });
const stranger = () => chain.accounts[4]!.address;
const readState = async (game: string) => (await findGame(games.db, game))!.prizes.state;

async function send(from: Address, { to, data }: Call) {
  await anvil.impersonateAccount({ address: from });
  const hash = await anvil.sendTransaction({
    account: from,
    to: to as Address,
    data: data as Hex,
    gas: 3_000_000n,
    chain: null,
  });
  return anvil.waitForTransactionReceipt({ hash });
}

/** Makes everything mined so far irreversible, and lets the service read it. */
async function finalise() {
  await anvil.mine({ blocks: 140 });
  await follow();
}

async function follow() {
  while (await followFunding(deps, new Set())) {
    // reads on
  }
}

/** Settles a game of five entries, whose first two win 130 and 70 FOOTBALL. */
async function settleGame(): Promise<string> {
  const token = { address: chain.token.toLowerCase(), symbol: 'FOOTBALL', decimals: 18 };
  const game = await games.createGame([5, 4, 3, 2, 1], { token });
  const replica = games.openReplica({ vault: chain.vault.toLowerCase() });
  await games.settle(game, replica);
  games.clock.now += REVIEW_MS;
  await games.settle(game, replica);
  return game;
}

async function fund(game: string, changes: { root?: Hex; total?: bigint } = {}) {
  const funding = await readFunding(admin(), game);
  const total = changes.total ?? BigInt(funding.total);
  const approve = encodeFunctionData({
    abi: footballAbi,
    functionName: 'approve',
    args: [chain.vault, total],
  });
  await send(chain.treasury, { to: chain.token, data: approve });
  const settle = encodeFunctionData({
    abi: prizeVaultAbi,
    functionName: 'settle',
    args: [funding.game_key as Hex, chain.token, changes.root ?? (funding.root as Hex), total],
  });
  const { status } = await send(chain.treasury, { to: chain.vault, data: settle });
  expect(status).toBe('success');
}

const readBalance = (of: Address) =>
  anvil.readContract({ abi: footballAbi, address: chain.token, functionName: 'balanceOf', args: [of] });
const minePrize = async (n: number, game: string) =>
  (await toMyPrizes(games.db, await findPrizesOfWallet(games.db, wallet(n), game)))[0];

describe('funding and paying settled prizes', () => {
  it('prizes are funded once the settlement is final, and paid to the winners by a claim that a stranger sends', async () => {
    const game = await settleGame();
    expect(await readState(game)).toBe('SETTLED');
    expect(await minePrize(1, game)).toMatchObject({ state: 'DUE', claims_open_at: null, claim: null });
    const { approve, settle } = await readFunding(admin(), game);
    await send(chain.treasury, approve);
    await send(chain.treasury, settle);
    await follow();
    expect(await readState(game)).toBe('SETTLED');
    await finalise();
    expect(await readState(game)).toBe('FUNDED');
    expect((await minePrize(1, game))!.claim).toMatchObject({ account: wallet(1), index: 0 });
    await anvil.increaseTime({ seconds: 60 });
    await anvil.mine({ blocks: 1 });
    const before = await readBalance(wallet(1) as Address);
    const { claims, call, total, next } = await listUnpaid(admin(), game, undefined);
    expect({ claims: claims.length, total, next }).toEqual({ claims: 2, total: 2, next: null });
    await send(stranger(), call!);
    expect((await readBalance(wallet(1) as Address)) - before).toBe(130n * 10n ** 18n);
    await follow();
    expect(await minePrize(1, game)).toMatchObject({ state: 'SENT', claim: null });
    expect(await readState(game)).toBe('FUNDED');
    await finalise();
    expect(await minePrize(1, game)).toMatchObject({ state: 'CONFIRMED' });
    expect(await readState(game)).toBe('PAID');
    expect((await rejection(listUnpaid(admin(), game, undefined))).code).toBe('CHANGE_REFUSED');
  });

  it('a claim of another amount, account or game reverts', async () => {
    const game = await settleGame();
    await fund(game);
    await finalise();
    await anvil.increaseTime({ seconds: 60 });
    await anvil.mine({ blocks: 1 });
    const claim = (await minePrize(1, game))!.claim!;
    const other = (await settleGame()).replaceAll('-', '').padStart(64, '0');
    const forged = [
      { ...claim, amount: `${BigInt(claim.amount) + 1n}` },
      { ...claim, account: stranger() },
      { ...claim, index: 1 },
      { ...claim, game_key: `0x${other}` },
    ];
    for (const { game_key, index, account, amount, proof } of forged) {
      const data = encodeFunctionData({
        abi: prizeVaultAbi,
        functionName: 'claim',
        args: [game_key as Hex, BigInt(index), account as Address, BigInt(amount), proof as Hex[]],
      });
      expect((await send(stranger(), { to: chain.vault, data })).status).toBe('reverted');
    }
  });

  it.each([
    ['more than its total', { total: 201n * 10n ** 18n }],
    ['less than its total', { total: 199n * 10n ** 18n }],
    ['another root', { root: `0x${'1'.repeat(64)}` as Hex }],
  ])('a settlement with %s is not funded until it is revoked and made again', async (_name, changes) => {
    const game = await settleGame();
    await fund(game, changes);
    await finalise();
    expect(await readState(game)).toBe('SETTLED');
    expect((await games.findSettlement(game)).funding_problem).toContain('another root, token or total');
    expect((await minePrize(1, game))!.claim).toBeNull();
  });

  it('a revoked settlement is not funded any more, and can be funded again', async () => {
    const game = await settleGame();
    await fund(game);
    const { game_key } = await readFunding(admin(), game);
    const data = encodeFunctionData({ abi: prizeVaultAbi, functionName: 'revoke', args: [game_key as Hex] });
    expect((await send(chain.treasury, { to: chain.vault, data })).status).toBe('success');
    await finalise();
    expect(await readState(game)).toBe('SETTLED');
    await fund(game);
    await finalise();
    expect(await readState(game)).toBe('FUNDED');
    expect((await games.findSettlement(game)).funding_problem).toBeNull();
  });
});

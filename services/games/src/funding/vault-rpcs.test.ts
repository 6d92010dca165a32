import { createTransferReader } from '@touchline/chain-ledger/transfer-reader';
import { createVaultLedger } from '@touchline/chain-ledger/vault/vault-ledger';
import { prizeVaultAbi } from '@touchline/contracts/abi';
import { createLog } from '@touchline/service-kit/process/log';
import { createMetrics } from '@touchline/service-kit/process/metrics';
import { eventually, rejection } from '@touchline/service-kit/testing/waiting';
import { type Address, encodeFunctionData } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findPrizesOfWallet } from '../awards/prizes.store.ts';
import { findGame } from '../games/games.store.ts';
import { createPrizeMetrics, type PrizeJobDeps, runPrizes } from '../prizes/prize-job.ts';
import { listUnpaid } from '../prizes/settlement-admin.ts';
import { REVIEW_MS, setUpFinalGames, wallet } from '../testing/final-games.ts';
import { type RpcProxy, startRpcProxy } from '../testing/rpc-proxy.ts';
import { setUpVaultChain } from '../testing/vault-chain.ts';
import { type FundingDeps, followFunding } from './funding.ts';
import { createVaultCheck } from './vault-check.ts';

const games = setUpFinalGames();
const on = setUpVaultChain(games);
const rpcs: RpcProxy[] = [];

beforeAll(async () => {
  for (let n = 0; n < 3; n += 1) rpcs.push(await startRpcProxy(on.chain.rpcUrl));
});
beforeEach(() => {
  for (const rpc of rpcs) rpc.lie(null);
});
afterAll(() => Promise.all(rpcs.map((rpc) => rpc.stop())));

/** A reader of the first RPCs; the first one lies in the tests. */
const openReader = (count: number) =>
  createTransferReader({
    rpcUrls: rpcs.slice(0, count).map(({ url }) => url),
    chainId: 480,
    token: on.chain.token,
  });

function openFunding(count: number): FundingDeps {
  const options = { db: games.db, chainId: 480, vault: on.vault, confirmations: 1 };
  const vaultLedger = createVaultLedger({ ...options, reader: openReader(count) });
  return { ...on.admin(), ...options, log: games.replica.log, vaultLedger };
}

async function follow(count: number): Promise<void> {
  const deps = openFunding(count);
  while (await followFunding(deps, new Set())) {
    // reads on
  }
}

const stranger = () => on.chain.accounts[4]!.address;
const readState = async (game: string) => (await findGame(games.db, game))!.prizes.state;
const readPrize = async (game: string) => (await findPrizesOfWallet(games.db, wallet(1), game))[0]!;

type Log = { logIndex: string; topics: string[] };
const LIES: [string, (method: string, result: unknown) => unknown][] = [
  ['hides the events', (method, result) => (method === 'eth_getLogs' ? [] : result)],
  [
    'invents an event',
    (method, result) =>
      method === 'eth_getLogs'
        ? (result as Log[]).flatMap((log) => [log, { ...log, logIndex: '0x3e8' }])
        : result,
  ],
];

describe('RPCs that disagree about the vault', () => {
  it.each(LIES)('a game is not funded while one of two RPCs %s', async (_name, lie) => {
    const game = await on.settleGame();
    await on.fund(game);
    await on.mineFinal();
    rpcs[0]!.lie(lie);
    expect((await rejection(follow(2))).code).toBe('UPSTREAM_UNAVAILABLE');
    expect(await readState(game)).toBe('SETTLED');
    rpcs[0]!.lie(null);
    await follow(2);
    expect(await readState(game)).toBe('FUNDED');
  });

  it.each(LIES)('funding and payments equal the chain while one of three RPCs %s', async (_name, lie) => {
    const game = await on.settleGame();
    rpcs[0]!.lie(lie);
    await on.fund(game);
    await on.mineFinal();
    await follow(3);
    expect(await readState(game)).toBe('FUNDED');
    expect(await readPrize(game)).toMatchObject({ state: 'DUE' });
    await on.passTime(60);
    const { call } = await listUnpaid(on.admin(), game, undefined);
    await on.send(stranger(), call!);
    await on.mineFinal();
    await follow(3);
    expect(await readState(game)).toBe('PAID');
    expect(await readPrize(game)).toMatchObject({ state: 'CONFIRMED' });
  });

  it('a game is not funded while one of two RPCs reports a block as final too early', async () => {
    const game = await on.settleGame();
    await follow(2);
    rpcs[0]!.lie((method, result) => {
      const block = result as { number?: string } | null;
      return method === 'eth_getBlockByNumber' && block?.number
        ? { ...block, number: `0x${(Number(block.number) + 1_000).toString(16)}` }
        : result;
    });
    await on.fund(game);
    await follow(2).catch(() => {}); // may find that the RPCs disagree
    expect(await readState(game)).toBe('SETTLED');
  });

  it('a balance is unavailable while one of two RPCs reports another one, and correct with three', async () => {
    rpcs[0]!.lie((method, result) =>
      method === 'eth_call' && result !== `0x${'12'.padStart(64, '0')}` ? `0x${'f'.repeat(64)}` : result,
    );
    const balance = await on.readBalance(on.chain.treasury);
    const treasury = on.chain.treasury.toLowerCase();
    expect((await rejection(openReader(2).balance(treasury))).code).toBe('UPSTREAM_UNAVAILABLE');
    expect(await openReader(3).balance(treasury)).toBe(balance);
  });
});

describe('PRIZE_VAULT', () => {
  beforeEach(() => games.db.raw("update games set prize_state = 'PAID' where prize_state is not null"));

  const check = (vault: string | null, { count = 3, treasury = on.chain.treasury.toLowerCase() } = {}) =>
    createVaultCheck({
      db: games.db,
      reader: openReader(count),
      vault,
      treasury,
      log: createLog('games', 'silent'),
    });

  /** Runs the prize job of a replica that has just started. */
  async function runJobUntil(expectation: () => Promise<void>) {
    const end = new AbortController();
    const deps: PrizeJobDeps = {
      ...games.replica,
      vault: on.vault,
      funding: openFunding(3),
      vaultCheck: check(on.vault),
      seasons: { get: async () => ({ gameweeks: [] }) } as never,
      metrics: createPrizeMetrics(createMetrics('games')),
      readReserves: () => Promise.reject(new Error('not read in this test')),
      reservesRequired: false,
    };
    const job = runPrizes(deps, 10, end.signal);
    await eventually(expectation).finally(() => end.abort());
    await job;
  }

  async function giveVault(from: string, to: string) {
    const abi = prizeVaultAbi;
    const give = encodeFunctionData({ abi, functionName: 'transferOwnership', args: [to as Address] });
    expect(await on.send(from, { to: on.vault, data: give })).toBe('success');
    const accept = encodeFunctionData({ abi, functionName: 'acceptOwnership' });
    expect(await on.send(to, { to: on.vault, data: accept })).toBe('success');
  }

  it('PRIZE_VAULT is verified, and the health note is good', async () => {
    const vault = check(on.vault);
    expect(vault.note()).toEqual({ ok: false, detail: 'the prize vault is not verified yet' });
    expect(await vault.verify()).toBe('VERIFIED');
    expect(vault.note().ok).toBe(true);
  });

  it.each([
    ['an address without a contract', () => check(wallet(99)), 'not the address of a prize vault'],
    ['another contract', () => check(on.chain.token.toLowerCase()), 'not the address of a prize vault'],
    ['the vault of another owner', () => check(on.vault, { treasury: wallet(98) }), 'another owner'],
  ])('PRIZE_VAULT is rejected if it is %s', async (_name, open, problem) => {
    const vault = open();
    expect(await vault.verify()).toBe('REJECTED');
    expect(vault.note()).toEqual({ ok: false, detail: expect.stringContaining(problem) });
  });

  it('a new PRIZE_VAULT is rejected with the setting and the previous vault while prizes are unpaid there, which stay claimable', async () => {
    const game = await on.settleGame();
    await on.fund(game);
    await on.mineFinal();
    await follow(3);
    const changed = check(wallet(97));
    expect(await changed.verify()).toBe('REJECTED');
    expect(changed.note()).toEqual({
      ok: false,
      detail: `prizes are unpaid in the vault ${on.vault}: set PRIZE_VAULT to it until they are paid`,
    });
    expect(await readState(game)).toBe('FUNDED');
    expect(await check(on.vault).verify()).toBe('VERIFIED');
  });

  it('a missing PRIZE_VAULT is an error only while prizes are unpaid in the vault with which they were settled', async () => {
    const removed = check(null);
    expect(await removed.verify()).toBe('REJECTED');
    expect(removed.note()).toEqual({ ok: true, detail: 'there is no prize vault' });
    const game = await on.settleGame();
    await on.fund(game);
    await on.mineFinal();
    await follow(3);
    expect(await removed.verify()).toBe('REJECTED');
    expect(removed.note()).toEqual({
      ok: false,
      detail: `prizes are unpaid in the vault ${on.vault}: set PRIZE_VAULT to it until they are paid`,
    });
    await games.db.raw("update games set prize_state = 'PAID' where id = ?", [game]);
    await removed.verify();
    expect(removed.note().ok).toBe(true);
  });

  it('PRIZE_VAULT is not verified while one of two RPCs hides the contract', async () => {
    rpcs[0]!.lie((method, result) => (method === 'eth_call' ? '0x' : result));
    await rejection(check(on.vault, { count: 2 }).verify());
    rpcs[0]!.lie(null);
    expect(await check(on.vault, { count: 2 }).verify()).toBe('VERIFIED');
  });

  it('a verified PRIZE_VAULT whose owner changes is no longer verified', async () => {
    const game = await on.settleGame();
    await on.fund(game);
    await on.mineFinal();
    await follow(3);
    const vault = check(on.vault);
    expect(await vault.verify()).toBe('VERIFIED');
    await giveVault(on.chain.treasury, stranger());
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 31_000);
    expect(await vault.verify().finally(() => later.mockRestore())).toBe('NOT_OWNED');
    await giveVault(stranger(), on.chain.treasury);
  });

  it('no prizes are frozen after a change of the owner, and those that the vault holds are still claimed and confirmed', async () => {
    const [funded, inReview] = [await on.settleGame(), await games.createGame([2, 1])];
    await games.settle(inReview);
    await on.fund(funded);
    await on.mineFinal();
    await follow(3);
    await giveVault(on.chain.treasury, stranger());
    await on.passTime(60);
    const { call } = await listUnpaid(on.admin(), funded, undefined);
    await on.send(stranger(), call!);
    await on.mineFinal();
    games.clock.now += REVIEW_MS;
    await runJobUntil(async () => expect(await readPrize(funded)).toMatchObject({ state: 'CONFIRMED' }));
    expect([await readState(funded), await readState(inReview)]).toEqual(['PAID', 'REVIEW']);
    await giveVault(stranger(), on.chain.treasury);
    await runJobUntil(async () => expect(await readState(inReview)).toBe('SETTLED'));
  });
});

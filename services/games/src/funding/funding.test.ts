import { createTransferReader } from '@touchline/chain-ledger/transfer-reader';
import { createVaultLedger } from '@touchline/chain-ledger/vault/vault-ledger';
import { prizeVaultAbi } from '@touchline/contracts/abi';
import { encodeClaimMany } from '@touchline/contracts/encode-claims';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { type Address, encodeFunctionData, type Hex } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { findPrizesOfWallet } from '../awards/prizes.store.ts';
import { countFundingMismatches } from '../awards/settlements.store.ts';
import { findGame } from '../games/games.store.ts';
import { readFunding } from '../prizes/funding-admin.ts';
import { listUnpaid, readSettlement } from '../prizes/settlement-admin.ts';
import { toMyPrizes } from '../results/claims.ts';
import { setUpFinalGames, wallet } from '../testing/final-games.ts';
import { ADMIN, setUpVaultChain } from '../testing/vault-chain.ts';
import { type FundingDeps, followFunding } from './funding.ts';

const games = setUpFinalGames();
const on = setUpVaultChain(games);
let deps: FundingDeps;

beforeAll(() => {
  const { rpcUrl, token } = on.chain;
  const reader = createTransferReader({ rpcUrls: [rpcUrl], chainId: 480, token });
  const vaultLedger = createVaultLedger({
    db: games.db,
    chainId: 480,
    vault: on.vault,
    reader,
    confirmations: 1,
  });
  const { fundingApprovalAbove, adminWallets } = on.admin();
  const { db } = games;
  const { writes, log } = games.replica;
  deps = { db, writes, log, chainId: 480, vault: on.vault, vaultLedger, fundingApprovalAbove, adminWallets };
});

const stranger = () => on.chain.accounts[4]!.address;
const countMismatches = () => countFundingMismatches(games.db, games.clock.now);
const readState = async (game: string) => (await findGame(games.db, game))!.prizes.state;

/** Makes everything mined so far irreversible, and lets the service read it. */
async function finalise() {
  await on.mineFinal();
  await follow();
}

async function follow() {
  while (await followFunding(deps, new Set())) {
    // reads on
  }
}

const minePrize = async (n: number, game: string) =>
  (await toMyPrizes(games.db, await findPrizesOfWallet(games.db, wallet(n), game)))[0];

describe('funding and paying settled prizes', () => {
  it('prizes are funded once the settlement is final, and paid to the winners by a claim that a stranger sends', async () => {
    const game = await on.settleGame();
    expect(await readState(game)).toBe('SETTLED');
    expect(await minePrize(1, game)).toMatchObject({ state: 'DUE', claims_open_at: null, claim: null });
    const { approve, settle } = await readFunding(on.admin(), game, ADMIN);
    await on.send(on.chain.treasury, approve);
    await on.send(on.chain.treasury, settle);
    await follow();
    expect(await readState(game)).toBe('SETTLED');
    expect((await readSettlement(on.admin(), game)).settlement).toMatchObject({
      funding: null,
      funding_seen: true,
    });
    await finalise();
    expect((await readSettlement(on.admin(), game)).settlement.funding_seen).toBe(false);
    expect(await readState(game)).toBe('FUNDED');
    expect((await minePrize(1, game))!.claim).toMatchObject({ account: wallet(1), index: 0 });
    await on.passTime(60);
    const before = await on.readBalance(wallet(1));
    const { claims, call, total, next } = await listUnpaid(on.admin(), game, undefined);
    expect({ claims: claims.length, total, next }).toEqual({ claims: 2, total: 2, next: null });
    await on.send(stranger(), call!);
    expect((await on.readBalance(wallet(1))) - before).toBe(130n * 10n ** 18n);
    await follow();
    expect(await minePrize(1, game)).toMatchObject({ state: 'SENT', claim: null });
    expect(await readState(game)).toBe('FUNDED');
    await finalise();
    expect(await minePrize(1, game)).toMatchObject({ state: 'CONFIRMED' });
    expect(await readState(game)).toBe('PAID');
    expect((await rejection(listUnpaid(on.admin(), game, undefined))).code).toBe('CHANGE_REFUSED');
  });

  it('a change of the vault is read again after an update that failed', async () => {
    const game = await on.settleGame();
    const checked = new Set<string>();
    const followWith = async (with_: FundingDeps) => {
      while (await followFunding(with_, checked)) {
        // reads on
      }
    };
    await followWith(deps);
    expect(checked).toContain(game);
    await on.fund(game);
    await on.mineFinal();
    const lost = new Error('connection lost');
    const failing = { ...deps, writes: { ...deps.writes, run: () => Promise.reject(lost) } };
    await expect(followWith(failing)).rejects.toThrow(lost);
    expect(await readState(game)).toBe('SETTLED');
    await followWith(deps);
    expect(await readState(game)).toBe('FUNDED');
  });

  it('a claim of another amount, account or game reverts', async () => {
    const game = await on.settleGame();
    await on.fund(game);
    await finalise();
    await on.passTime(60);
    const claim = (await minePrize(1, game))!.claim!;
    const other = (await on.settleGame()).replaceAll('-', '').padStart(64, '0');
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
      expect(await on.send(stranger(), { to: on.vault, data })).toBe('reverted');
    }
  });

  it.each([
    ['more than its total', { total: 201n * 10n ** 18n }],
    ['less than its total', { total: 199n * 10n ** 18n }],
    ['another root', { root: `0x${'1'.repeat(64)}` as Hex }],
  ])('a settlement with %s is not funded until it is revoked and made again', async (_name, changes) => {
    const game = await on.settleGame();
    const before = await countMismatches();
    await on.fund(game, changes);
    await finalise();
    const expectUnfunded = async () => {
      expect(await countMismatches()).toBe(before + 1);
      expect(await readState(game)).toBe('SETTLED');
      const settlement = await games.findSettlement(game);
      expect(settlement.funding_problem).toContain('another root, token or total');
      expect(settlement.funding_tx).toBeNull();
      expect((await minePrize(1, game))!.claim).toBeNull();
    };
    await expectUnfunded();
    await on.passTime(181 * 24 * 3600);
    await on.callVault('reclaim', game);
    await finalise();
    await expectUnfunded();
  });

  it('a revoked settlement is not funded any more, and can be funded again', async () => {
    const game = await on.settleGame();
    await on.fund(game);
    await on.callVault('revoke', game);
    await finalise();
    expect(await readState(game)).toBe('SETTLED');
    await on.fund(game);
    await finalise();
    expect(await readState(game)).toBe('FUNDED');
    expect((await games.findSettlement(game)).funding_problem).toBeNull();
  });

  it('a revoked settlement whose prizes an operator has paid in another way does not count as a mismatch', async () => {
    const game = await on.settleGame();
    const before = await countMismatches();
    await on.fund(game);
    await on.callVault('revoke', game);
    await finalise();
    expect(await countMismatches()).toBe(before + 1);
    await games.db.raw("update games set prize_state = 'PAID' where id = ?", [game]);
    expect(await countMismatches()).toBe(before);
  });

  it('unpaid prizes stay due after a reclaim, and a refill lets late winners claim with the same proofs', async () => {
    const game = await on.settleGame();
    await on.fund(game);
    await finalise();
    await on.passTime(181 * 24 * 3600);
    const [first, second] = (await listUnpaid(on.admin(), game, undefined)).claims;
    await on.send(stranger(), encodeClaimMany([first!])!);
    const mismatches = await countMismatches();
    await on.callVault('reclaim', game);
    await finalise();
    expect(await countMismatches()).toBe(mismatches);
    expect(await readState(game)).toBe('SETTLED');
    expect((await games.findSettlement(game)).funding_problem).toContain('refill');
    expect(await minePrize(1, game)).toMatchObject({ state: 'CONFIRMED' });
    expect(await minePrize(2, game)).toMatchObject({ state: 'DUE', claim: null, reclaimed: true });

    await on.approve(BigInt(second!.amount));
    await on.callVault('refill', game);
    await follow();
    expect(await readState(game)).toBe('SETTLED');
    await finalise();
    expect(await readState(game)).toBe('FUNDED');
    expect((await games.findSettlement(game)).funding_problem).toBeNull();
    const mine = (await minePrize(2, game))!;
    expect(mine.reclaimed).toBe(false);
    const claims = mine.claim!;
    const before = await on.readBalance(wallet(2));
    expect(await on.send(stranger(), encodeClaimMany([claims])!)).toBe('success');
    expect((await on.readBalance(wallet(2))) - before).toBe(BigInt(second!.amount));
    await finalise();
    expect(await readState(game)).toBe('PAID');
  });
});

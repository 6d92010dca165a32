import { randomUUID } from 'node:crypto';
import { createTransferReader } from '@touchline/chain-ledger/transfer-reader';
import { createVaultLedger } from '@touchline/chain-ledger/vault/vault-ledger';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countFundingMismatches } from '../awards/settlements.store.ts';
import { findGame } from '../games/games.store.ts';
import { approveFunding, readFunding } from '../prizes/funding-admin.ts';
import { readSettlement } from '../prizes/settlement-admin.ts';
import { setUpFinalGames, wallet } from '../testing/final-games.ts';
import { ADMIN, setUpVaultChain } from '../testing/vault-chain.ts';
import { type FundingDeps, followFunding } from './funding.ts';

const games = setUpFinalGames();
const on = setUpVaultChain(games);
const POOL = 200n * 10n ** 18n;
let deps: FundingDeps;

beforeAll(() => {
  const { rpcUrl, token } = on.chain;
  const reader = createTransferReader({ rpcUrls: [rpcUrl], chainId: 480, token });
  const options = { db: games.db, chainId: 480, vault: on.vault, reader, confirmations: 1 };
  deps = { ...on.admin(), ...options, log: games.replica.log, vaultLedger: createVaultLedger(options) };
});
const setLimit = (wei: bigint) => Object.assign(deps, { fundingApprovalAbove: () => wei });
beforeEach(() => setLimit(POOL - 1n));

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

const admin = () => ({ ...on.admin(), fundingApprovalAbove: deps.fundingApprovalAbove });
const readState = async (game: string) => (await findGame(games.db, game))!.prizes.state;
const readMark = async (game: string) => (await readSettlement(admin(), game)).settlement.funding_unapproved;

const readVersion = async (game: string) => (await readSettlement(admin(), game)).settlement.version;

async function approve(
  game: string,
  { version, approved = true }: { version?: string; approved?: boolean } = {},
) {
  const by = { admin: ADMIN, request_id: randomUUID(), reason: 'a test' };
  await approveFunding(admin(), { by, id: game, version: version ?? (await readVersion(game)), approved });
}

async function reclaim(game: string) {
  await on.passTime(181 * 24 * 3600);
  await on.callVault('reclaim', game);
  await finalise();
}

async function refill(game: string) {
  await on.approve(POOL);
  await on.callVault('refill', game);
  await finalise();
}

describe('funding above the limit that is on the chain', () => {
  it('an unapproved funding above the limit is marked until it is revoked', async () => {
    const [revoked, kept] = [await on.settleGame(), await on.settleGame()];
    await on.fund(revoked);
    await follow();
    expect(await readMark(revoked)).toBe(true);
    await on.callVault('revoke', revoked);
    await finalise();
    expect(await readMark(revoked)).toBe(false);
    await on.fund(kept);
    await finalise();
    // A limit that is raised later does not hide it.
    setLimit(10n ** 24n);
    await finalise();
    expect(await readMark(kept)).toBe(true);
    expect(await readState(kept)).toBe('FUNDED');
  });

  it('an unapproved funding counts as a mismatch until claims open, and not again after a reclaim', async () => {
    const game = await on.settleGame();
    const before = await countFundingMismatches(games.db, 0);
    await on.fund(game);
    await finalise();
    expect(await countFundingMismatches(games.db, 0)).toBe(before + 1);
    const { claims_open_at } = await games.findSettlement(game);
    const claimed = await countFundingMismatches(games.db, claims_open_at!);
    await reclaim(game);
    expect(await readMark(game)).toBe(true);
    expect(await countFundingMismatches(games.db, claims_open_at!)).toBe(claimed);
  });

  it('an approved funding above the limit is not marked, but a refill needs a separate approval', async () => {
    const game = await on.settleGame();
    await approve(game);
    await on.fund(game);
    await finalise();
    expect([await readState(game), await readMark(game)]).toEqual(['FUNDED', false]);
    await reclaim(game);
    expect(await readMark(game)).toBe(false);
    await refill(game);
    expect([await readState(game), await readMark(game)]).toEqual(['FUNDED', true]);
  });

  it('a funding that replaces an approved one, read together with its revoke, is marked', async () => {
    const game = await on.settleGame();
    await approve(game);
    await on.fund(game);
    await finalise();
    await on.callVault('revoke', game);
    await on.fund(game);
    await finalise();
    expect([await readState(game), await readMark(game)]).toEqual(['FUNDED', true]);
  });

  it('a funding that is mined after its approval was withdrawn is marked', async () => {
    const game = await on.settleGame();
    await approve(game);
    await readFunding(admin(), game, wallet(0xad2));
    await approve(game, { approved: false });
    await on.fund(game);
    await finalise();
    expect([await readState(game), await readMark(game)]).toEqual(['FUNDED', true]);
  });

  it('a late approval of a funding that was revoked does not approve the next one', async () => {
    const game = await on.settleGame();
    const version = await readVersion(game);
    await on.fund(game);
    await on.callVault('revoke', game);
    await finalise();
    expect(await rejection(approve(game, { version }))).toMatchObject({ code: 'STALE' });
  });

  it('an approval covers one funding: after a revoke or another reclaim the next one needs a new approval', async () => {
    const game = await on.settleGame();
    const read = () => readFunding(admin(), game, wallet(0xad2));
    const expectRejected = async () => expect((await rejection(read())).code).toBe('CHANGE_REFUSED');
    await approve(game);
    await read();
    await on.fund(game);
    await on.callVault('revoke', game);
    await finalise();
    await expectRejected();
    await approve(game);
    await read();
    await on.fund(game);
    await finalise();
    await reclaim(game);
    await expectRejected();
    await approve(game);
    await read();
    await refill(game);
    expect([await readState(game), await readMark(game)]).toEqual(['FUNDED', false]);
    await reclaim(game);
    await expectRejected();
  });

  it('an approval ends with a revoke or reclaim that is read in the same round as its funding, also after an earlier one', async () => {
    const game = await on.settleGame();
    const expectRejected = async () =>
      expect(await rejection(readFunding(admin(), game, wallet(0xad2)))).toMatchObject({
        code: 'CHANGE_REFUSED',
      });
    await on.fund(game);
    await on.callVault('revoke', game);
    await finalise();
    await approve(game);
    await on.fund(game);
    await on.callVault('revoke', game);
    await finalise();
    await expectRejected();
    await on.fund(game);
    await finalise();
    await reclaim(game);
    await approve(game);
    await on.approve(POOL);
    await on.callVault('refill', game);
    await on.mineFinal();
    await reclaim(game);
    await expectRejected();
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import { cancelAdminGame, getAdminGame } from '@touchline/api/http/admin-games';
import {
  beginPayout,
  giveUpPayout,
  listPayouts,
  type Payout,
  reportPayout,
} from '@touchline/api/http/admin-money';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { between } from '@touchline/season-replay/random';
import { parseEther } from 'viem';
import { type FaultTargets, killAndWait } from './faults.ts';
import { type ChaosFixture, signInAs } from './fixture.ts';
import { retry } from './retry.ts';
import { readSnapshot } from './state-snapshot.ts';
import { findUnrefunded, readOutgoingTransfers, validatePayouts } from './validate-payouts.ts';
import type { EntryRow, ValidationResult } from './validators.ts';
import { mine, signTransfer } from './wallets.ts';

/** Twice the safe depth of the chain, so that every payment is final. */
const FINAL_BLOCKS = 70;
/** Number of payouts per killed process. */
const PAYOUTS_PER_FAULT = 3;
const KILLED = ['games', 'postgres', 'admin', 'staking', 'gateway', 'nats'];
const SETTLE_MS = 120_000;
const PAUSE_MS = 1_000;
/** Number of payouts per sign-in. Administrators can change data only for a limited time after they sign in. */
const SIGN_IN_EVERY = 25;

/** Cancels the paid game and pays the due refunds as an administrator, while processes are killed between any two steps. */
export async function payRefunds(
  fixture: ChaosFixture,
  targets: FaultTargets,
  limit: number,
  log: (text: string) => void,
): Promise<ValidationResult[]> {
  const { product, signal } = fixture;
  const signIn = () => signInAs(fixture, product.chain.accounts[0]!.wallet);
  let admin = await signIn();
  const before = await readOutgoingTransfers(product);
  await cancel(fixture, admin);
  await mine(product.chain.rpcUrl, FINAL_BLOCKS);
  const snapshot = await readSnapshot(product);
  const entries = snapshot.entries.filter(({ game }) => game === fixture.paidGame);
  const due = await waitForDuePayouts(fixture, admin, entries);
  const paid = due.slice(0, limit);
  log(`payouts due: ${due.length}; paying ${paid.length}`);
  for (const [index, payout] of paid.entries()) {
    signal.throwIfAborted();
    if (index % SIGN_IN_EVERY === SIGN_IN_EVERY - 1) admin = await signIn();
    const name = KILLED[Math.floor(index / PAYOUTS_PER_FAULT) % KILLED.length]!;
    const fault = index % PAYOUTS_PER_FAULT === 0 ? killSoon(targets, name) : null;
    await pay(fixture, admin, payout, targets.random() < 0.2);
    if (fault) {
      await fault;
      log(`payout ${index + 1}/${paid.length} sent during kill -9 ${name}`);
    }
  }
  const all = await waitForConfirmations(fixture, admin, new Set(paid.map(({ id }) => id)));
  const sent = (await readOutgoingTransfers(product)).filter(
    ({ key }) => !before.some((old) => old.key === key),
  );
  return validatePayouts({ entries, due, paid, all, sent });
}

/** Kills a process after a random delay, at any step of a payout. */
async function killSoon(targets: FaultTargets, name: string): Promise<void> {
  await sleep(between(targets.random, 0, 600));
  await killAndWait(targets, name);
}

async function cancel({ paidGame, signal }: ChaosFixture, admin: Client): Promise<void> {
  await retry(
    'a cancelled game',
    async () => {
      const params = { id: paidGame };
      const { game } = await admin.request(getAdminGame, { params });
      const body = { reason: 'the chaos run is over' };
      if (game.cancelled_by === null)
        await admin.request(cancelAdminGame, { params, version: game.version, body });
    },
    signal,
  );
}

/** Lists all payouts on all pages. */
async function listAllPayouts({ signal }: ChaosFixture, admin: Client): Promise<Payout[]> {
  const payouts: Payout[] = [];
  for (let after: string | null = null, first = true; first || after !== null; first = false) {
    const query: { limit: string; after?: string } = { limit: '100', ...(after === null ? {} : { after }) };
    const page = await retry('a list of payouts', () => admin.request(listPayouts, { query }), signal);
    payouts.push(...page.payouts);
    after = page.next;
  }
  return payouts;
}

/** Waits until each payment to refund is listed and final, at most two minutes. */
async function waitForDuePayouts(
  fixture: ChaosFixture,
  admin: Client,
  entries: readonly EntryRow[],
): Promise<Payout[]> {
  for (const until = performance.now() + SETTLE_MS; ; await sleep(PAUSE_MS)) {
    const due = (await listAllPayouts(fixture, admin)).filter(({ state }) => state === 'DUE');
    const complete = due.every(({ payable }) => payable) && findUnrefunded(entries, due).length === 0;
    if (complete || performance.now() >= until) return due;
  }
}

/**
 * Pays like the dashboard: only the request that started the payout sends the money. Two devices of the administrator start
 * it concurrently.
 * @param closes closes the browser after the transfer and before the report of the transaction
 */
async function pay(fixture: ChaosFixture, admin: Client, payout: Payout, closes: boolean): Promise<void> {
  const { signal } = fixture;
  const params = { id: payout.id };
  for (const until = performance.now() + SETTLE_MS; performance.now() < until; ) {
    const start = () => admin.request(beginPayout, { params });
    const outcomes = await Promise.allSettled([start(), start()]);
    const claims = outcomes.filter((each) => each.status === 'fulfilled' && each.value.newly_begun);
    if (claims.length > 0) {
      const hashes = [];
      for (const _ of claims) hashes.push(await send(fixture, payout));
      if (closes) return;
      const body = { transaction_hash: hashes[0]! };
      await retry('a report', () => admin.request(reportPayout, { params, body }), signal);
      return;
    }
    // Both responses were lost and nothing was sent, so the administrator gives the payout up.
    const release = async () => {
      const { begun_at } = (await start()).payout;
      const body = { nothing_signed: true, begun_at: begun_at ?? undefined };
      await admin.request(giveUpPayout, { params, body });
    };
    await retry('giving up a payout', release, signal).catch(ignoreNotStarted);
  }
  throw new Error(`payout ${payout.id} could not be started`);
}

function ignoreNotStarted(error: unknown): void {
  if (!(error instanceof TouchlineError) || error.code !== 'STALE') throw error;
}

async function send({ product, network, signal }: ChaosFixture, { sender, recipient, amount }: Payout) {
  const { accounts, rpcUrl } = product.chain;
  const from = accounts.find(({ address }) => address.toLowerCase() === sender)!;
  const readNonce = async () =>
    Number(await rpc(rpcUrl, 'eth_getTransactionCount', [from.address, 'pending']));
  const nonce = await retry('the nonce of a sender', readNonce, signal);
  const transfer = { to: recipient as `0x${string}`, wei: parseEther(amount), nonce };
  return network.send(await signTransfer(product, from.wallet, transfer));
}

/** Waits until all paid payouts are confirmed, at most two minutes. @returns all payouts */
async function waitForConfirmations(
  fixture: ChaosFixture,
  admin: Client,
  paid: ReadonlySet<string>,
): Promise<Payout[]> {
  for (const until = performance.now() + SETTLE_MS; ; await sleep(PAUSE_MS)) {
    await fixture.network.resend();
    const all = await listAllPayouts(fixture, admin);
    const open = all.filter(({ id, state }) => paid.has(id) && state !== 'CONFIRMED');
    if (open.length === 0 || performance.now() >= until) return all;
  }
}

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
import { privateKeyToAccount } from 'viem/accounts';
import { type Breakable, killAndWait } from './faults.ts';
import { judgePayouts, outgoingTransfers } from './validate-payouts.ts';
import { persist } from './retry.ts';
import { type Scene, signInAs } from './fixture.ts';
import type { Judgement } from './validators.ts';
import { mine, signTransfer } from './wallets.ts';

/** Twice the safe depth of the campaign's chain: every payment is final. */
const FINAL_BLOCKS = 70;
/** Every so many payouts a process is killed while one is being paid. */
const PER_FAULT = 3;
const KILLED = ['games', 'postgres', 'admin', 'staking', 'gateway', 'nats'];
const SETTLE_MS = 120_000;
const PAUSE_MS = 1_000;
/** An administrator signs in again before his sign-in is too old to change anything. */
const SIGN_IN_EVERY = 25;

/** The paid game is cancelled, and an administrator pays what is due, while processes are killed between any two steps. */
export async function payBack(
  scene: Scene,
  breakable: Breakable,
  most: number,
  say: (text: string) => void,
): Promise<Judgement[]> {
  const { product, signal } = scene;
  const signIn = () => signInAs(scene, privateKeyToAccount(product.chain.accounts[0]!.privateKey));
  let admin = await signIn();
  const before = await outgoingTransfers(product);
  await cancel(scene, admin);
  await mine(product.chain.rpcUrl, FINAL_BLOCKS);
  const due = await duePayouts(scene, admin);
  const paid = due.slice(0, most);
  say(`${due.length} payouts are due, ${paid.length} of them are being paid`);
  for (const [index, payout] of paid.entries()) {
    signal.throwIfAborted();
    if (index % SIGN_IN_EVERY === SIGN_IN_EVERY - 1) admin = await signIn();
    const name = KILLED[Math.floor(index / PER_FAULT) % KILLED.length]!;
    const fault = index % PER_FAULT === 0 ? killSoon(breakable, name) : null;
    await pay(scene, admin, payout, breakable.random() < 0.2);
    if (fault) {
      await fault;
      say(`${index + 1}/${paid.length} kill -9 ${name} while a payout was being paid`);
    }
  }
  const all = await settled(scene, admin, new Set(paid.map(({ id }) => id)));
  const sent = (await outgoingTransfers(product)).filter(({ key }) => !before.some((old) => old.key === key));
  return judgePayouts({ due, paid, all, sent });
}

/** At any moment of a payout. */
async function killSoon(breakable: Breakable, name: string): Promise<void> {
  await sleep(between(breakable.random, 0, 600));
  await killAndWait(breakable, name);
}

async function cancel({ paidGame, signal }: Scene, admin: Client): Promise<void> {
  await persist(
    'a cancelled game',
    async () => {
      const params = { id: paidGame };
      const { game } = await admin.request(getAdminGame, { params });
      const body = { reason: 'the campaign is over' };
      if (game.cancelled_by === null)
        await admin.request(cancelAdminGame, { params, version: game.version, body });
    },
    signal,
  );
}

/** Everything that is owed or was sent. */
async function payoutsOf({ signal }: Scene, admin: Client): Promise<Payout[]> {
  const found: Payout[] = [];
  for (let after: string | null = null, first = true; first || after !== null; first = false) {
    const query: { limit: string; after?: string } = { limit: '100', ...(after === null ? {} : { after }) };
    const page = await persist('a list of payouts', () => admin.request(listPayouts, { query }), signal);
    found.push(...page.payouts);
    after = page.next;
  }
  return found;
}

/** Once every payment that they give back is final. */
async function duePayouts(scene: Scene, admin: Client): Promise<Payout[]> {
  for (const until = performance.now() + SETTLE_MS; ; await sleep(PAUSE_MS)) {
    const due = (await payoutsOf(scene, admin)).filter(({ state }) => state === 'DUE');
    if (due.every(({ payable }) => payable) || performance.now() >= until) return due;
  }
}

/**
 * As the dashboard does: only the call that began the payout sends the money. Two devices of
 * the administrator begin at once.
 * @param closes the browser is closed between sending and naming the transaction
 */
async function pay(scene: Scene, admin: Client, payout: Payout, closes: boolean): Promise<void> {
  const { signal } = scene;
  const params = { id: payout.id };
  for (;;) {
    const begin = () => admin.request(beginPayout, { params });
    const begun = await Promise.allSettled([begin(), begin()]);
    const claims = begun.filter((each) => each.status === 'fulfilled' && each.value.newly_begun);
    if (claims.length > 0) {
      const hashes = [];
      for (const _ of claims) hashes.push(await send(scene, payout));
      if (closes) return;
      const body = { transaction_hash: hashes[0]! };
      await persist('a report', () => admin.request(reportPayout, { params, body }), signal);
      return;
    }
    // An answer was lost: nothing was sent, and the administrator says so.
    await persist('giving up', () => admin.request(giveUpPayout, { params }), signal).catch(notBegun);
  }
}

function notBegun(error: unknown): void {
  if (!(error instanceof TouchlineError) || error.code !== 'STALE') throw error;
}

async function send({ product, network }: Scene, { sender, recipient, amount }: Payout) {
  const { accounts, rpcUrl } = product.chain;
  const from = accounts.find(({ address }) => address.toLowerCase() === sender)!;
  const nonce = Number(await rpc(rpcUrl, 'eth_getTransactionCount', [from.address, 'pending']));
  const transfer = { to: recipient as `0x${string}`, wei: parseEther(amount), nonce };
  return network.send(await signTransfer(product, privateKeyToAccount(from.privateKey), transfer));
}

/** Everything in the end: what was paid is on the chain, or two minutes are over. */
async function settled(scene: Scene, admin: Client, paid: ReadonlySet<string>): Promise<Payout[]> {
  for (const until = performance.now() + SETTLE_MS; ; await sleep(PAUSE_MS)) {
    await scene.network.sendAgain();
    const all = await payoutsOf(scene, admin);
    const open = all.filter(({ id, state }) => paid.has(id) && state !== 'CONFIRMED');
    if (open.length === 0 || performance.now() >= until) return all;
  }
}

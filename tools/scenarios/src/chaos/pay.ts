import { setTimeout as sleep } from 'node:timers/promises';
import { joinGame } from '@touchline/api/http/entries';
import { reserve } from '@touchline/api/http/reservations';
import { createStake } from '@touchline/api/http/staking';
import { formatEther, type Hex, parseEther } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { persist } from './retry.ts';
import { choicesOf, type Scene, signInAs, teamOf } from './fixture.ts';
import { signTransfer, walletOf } from './wallets.ts';

/** What the paid game costs. */
export const FEE = parseEther('500');
/** Less cannot be staked. */
const MIN_STAKE = 1_000;
/** More than any fee or stake of the campaign. */
export const BUDGET = parseEther('10000');
const POLL_MS = 1_000;

export const payerOf = (seed: number, index: number) => walletOf(seed, `pay ${index}`);
export const stakerOf = (seed: number, index: number) => walletOf(seed, `stake ${index}`);

/**
 * Pays an entry fee. Most players wait for their team; some close the page after paying, which the service has to find
 * without help; some pay without a reservation, which it has to list as owed back.
 */
export async function payAndJoin(scene: Scene, index: number): Promise<void> {
  const { product, network, paidGame, acknowledged, signal } = scene;
  const account = payerOf(scene.seed, index);
  const choice = choicesOf(scene, index)();
  const pay = () => send(scene, account, product.chain.treasury, FEE);
  if (choice < 0.05) return void (await pay());
  const client = await signInAs(scene, account);
  const team = teamOf(scene, index);
  await persist(
    'a reservation',
    () => client.request(reserve, { params: { id: paidGame }, body: team }),
    signal,
  );
  const transaction_hash = await pay();
  if (choice < 0.15) return;
  const body = { ...team, transaction_hash };
  while (!network.isDropped(transaction_hash)) {
    const call = () => client.request(joinGame, { params: { id: paidGame }, body });
    const answer = await persist('a paid join', call, signal);
    if ('participation' in answer) {
      acknowledged.paidJoins.push({ wallet: account.address.toLowerCase(), entry: answer.participation.id });
      return;
    }
    await sleep(POLL_MS);
  }
}

/** Stakes. Some close the page after the transfer; some transfer too little, which has to be listed as owed back. */
export async function stake(scene: Scene, index: number): Promise<void> {
  const { product, network, acknowledged, signal } = scene;
  const account = stakerOf(scene.seed, index);
  const random = choicesOf(scene, index);
  const choice = random();
  const tokens = choice < 0.05 ? MIN_STAKE / 2 : MIN_STAKE + Math.floor(random() * 8_000);
  const wei = parseEther(String(tokens));
  const transaction_hash = await send(scene, account, product.chain.stakingWallet, wei);
  if (choice < 0.15) return;
  const client = await signInAs(scene, account);
  const body = { amount: formatEther(wei), transaction_hash };
  while (!network.isDropped(transaction_hash)) {
    const answer = await persist('a stake', () => client.request(createStake, { body }), signal);
    if ('stake' in answer) return void acknowledged.stakes.push(transaction_hash);
    await sleep(POLL_MS);
  }
}

async function send(
  { product, network }: Scene,
  from: PrivateKeyAccount,
  to: Hex,
  wei: bigint,
): Promise<Hex> {
  return network.send(await signTransfer(product, from, { to, wei }));
}

import { setTimeout as sleep } from 'node:timers/promises';
import { joinGame } from '@touchline/api/http/entries';
import { reserve } from '@touchline/api/http/reservations';
import { createStake } from '@touchline/api/http/staking';
import { formatEther, type Hex, parseEther } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { buildTeam, type ChaosFixture, createChoices, signInAs } from './fixture.ts';
import { retry } from './retry.ts';
import { deriveWallet, signTransfer } from './wallets.ts';

/** Entry fee of the paid game. */
export const FEE = parseEther('500');
/** Minimum stake in whole tokens. */
const MIN_STAKE = 1_000;
/** Balance of each wallet: more than any fee or stake of a run. */
export const BUDGET = parseEther('10000');
const POLL_MS = 1_000;

export const derivePayer = (seed: number, index: number) => deriveWallet(seed, `pay ${index}`);
export const deriveStaker = (seed: number, index: number) => deriveWallet(seed, `stake ${index}`);

/**
 * Pays an entry fee. Most players wait for their team. Some close the page after the payment, which the service must find
 * unaided. Some pay without a reservation, which the service must list as a refund.
 */
export async function payAndJoin(fixture: ChaosFixture, index: number): Promise<void> {
  const { product, network, paidGame, acknowledged, signal } = fixture;
  const account = derivePayer(fixture.seed, index);
  const choice = createChoices(fixture, index)();
  const pay = () => send(fixture, account, product.chain.treasury, FEE);
  if (choice < 0.05) return void (await pay());
  const client = await signInAs(fixture, account);
  const team = buildTeam(fixture, index);
  await retry(
    'a reservation',
    () => client.request(reserve, { params: { id: paidGame }, body: team }),
    signal,
  );
  const transaction_hash = await pay();
  if (choice < 0.15) return;
  const body = { ...team, transaction_hash };
  while (!network.isDropped(transaction_hash)) {
    const join = () => client.request(joinGame, { params: { id: paidGame }, body });
    const response = await retry('a paid join', join, signal);
    if ('participation' in response) {
      acknowledged.paidJoins.push({
        wallet: account.address.toLowerCase(),
        entry: response.participation.id,
      });
      return;
    }
    await sleep(POLL_MS);
  }
}

/** Stakes tokens. Some players close the page after the transfer. Some transfer too little, which must be listed as a refund. */
export async function stake(fixture: ChaosFixture, index: number): Promise<void> {
  const { product, network, acknowledged, signal } = fixture;
  const account = deriveStaker(fixture.seed, index);
  const random = createChoices(fixture, index);
  const choice = random();
  const tokens = choice < 0.05 ? MIN_STAKE / 2 : MIN_STAKE + Math.floor(random() * 8_000);
  const wei = parseEther(String(tokens));
  const transaction_hash = await send(fixture, account, product.chain.stakingWallet, wei);
  if (choice < 0.15) return;
  const client = await signInAs(fixture, account);
  const body = { amount: formatEther(wei), transaction_hash };
  while (!network.isDropped(transaction_hash)) {
    const response = await retry('a stake', () => client.request(createStake, { body }), signal);
    if ('stake' in response) return void acknowledged.stakes.push(transaction_hash);
    await sleep(POLL_MS);
  }
}

async function send(
  { product, network }: ChaosFixture,
  from: PrivateKeyAccount,
  to: Hex,
  wei: bigint,
): Promise<Hex> {
  return network.send(await signTransfer(product, from, { to, wei }));
}

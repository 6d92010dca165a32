import type { Client } from '@touchline/api/client';
import { getAdminGame, updateAdminGame } from '@touchline/api/http/admin-games';
import { getSettlementFunding, listUnpaidPrizes } from '@touchline/api/http/admin-prizes';
import { type Game, getGame } from '@touchline/api/http/games';
import type { PrizeState } from '@touchline/api/http/prize-plans';
import { prizeVaultAbi } from '@touchline/contracts/abi';
import { encodeClaimMany } from '@touchline/contracts/encode-claims';
import { createPublicClient, type Hex, http } from 'viem';
import { TREASURY_INDEX } from '../dependencies/accounts.ts';
import { type Call, openSender } from '../dependencies/sender.ts';
import { waitUntil } from '../dependencies/wait.ts';
import type { Product } from '../product.ts';

/** Waits for the review, for a final block and for the opening of claims. */
const waitOptions = (what: string) => ({ what, timeoutMs: 180_000, everyMs: 500 });

/**
 * Ends a game whose points are final, as an administrator. By the calendar it would end minutes after the replay has played its
 * matches.
 */
export async function endGame(admin: Client, { id }: Game): Promise<void> {
  const { game } = await admin.request(getAdminGame, { params: { id } });
  if (game.status === 'COMPLETED') return;
  await admin.request(updateAdminGame, {
    params: { id },
    query: { reason: 'All matches are played.' },
    body: { status: 'COMPLETED' },
    version: game.version,
  });
}

/** Funds the prizes of ended games with the treasury once their review is over. Idempotent. */
export async function fundPrizes(product: Product, admin: Client, games: readonly Game[]): Promise<void> {
  const treasury = openTreasury(product);
  for (const game of games) {
    const state = await waitForPrizes(product, game, ['SETTLED', 'FUNDED', 'PAID']);
    if (state !== 'SETTLED') continue;
    const { approve, settle, ...funding } = await admin.request(getSettlementFunding, {
      params: { id: game.id },
    });
    // The chain already has a settlement that an interrupted start has sent.
    if (await isSettled(product, funding)) continue;
    await treasury.send(approve);
    await treasury.send(settle);
  }
}

/**
 * Pays the prizes of funded games that do not belong to `kept`, which can claim theirs. Idempotent: only unpaid prizes are listed.
 * @param kept wallets in lower case
 */
export async function pushPrizes(
  product: Product,
  admin: Client,
  game: Game,
  kept: ReadonlySet<string> = new Set(),
): Promise<void> {
  const treasury = openTreasury(product);
  const state = await waitForPrizes(product, game, ['FUNDED', 'PAID']);
  if (state === 'PAID') return;
  let after: string | undefined;
  do {
    const { claims, next } = await admin.request(listUnpaidPrizes, {
      params: { id: game.id },
      query: { after },
    });
    const pushed = claims.filter(({ account }) => !kept.has(account.toLowerCase()));
    const call = encodeClaimMany(pushed);
    if (call) await treasury.send(call);
    after = next ?? undefined;
  } while (after !== undefined);
}

/** Waits until the prizes of a game have one of these states, and returns it. */
export function waitForPrizes(
  { api }: Product,
  { id, name }: Game,
  states: readonly PrizeState[],
): Promise<PrizeState> {
  return waitUntil(
    async () => {
      const { game } = await api.request(getGame, { params: { id } });
      return states.includes(game.prizes.state) && game.prizes.state;
    },
    waitOptions(`the prizes of ${name} to be ${states[0]}`),
  );
}

async function isSettled(
  { chain }: Product,
  { vault, game_key }: { vault: string; game_key: string },
): Promise<boolean> {
  const [, , root] = await createPublicClient({ transport: http(chain.rpcUrl) }).readContract({
    abi: prizeVaultAbi,
    address: vault as Hex,
    functionName: 'settlements',
    args: [game_key as Hex],
  });
  return BigInt(root) !== 0n;
}

/** Sends calls of the treasury once they can succeed: claims open after a delay. */
function openTreasury({ chain }: Product) {
  const { estimateGas, send } = openSender(chain.rpcUrl, chain.accounts[TREASURY_INDEX]!.wallet);
  return {
    async send(call: Call): Promise<void> {
      const gas = await waitUntil(() => estimateGas(call), waitOptions('the vault to accept a call'));
      await send(call, gas * 2n);
    },
  };
}

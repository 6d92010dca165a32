import { expect, type Page } from '@playwright/test';
import type { Client } from '@touchline/api/client';
import { getAdminParticipation, updateAdminParticipation } from '@touchline/api/http/admin-entries';
import { getParticipation } from '@touchline/api/http/entries';
import { gameweekFixtures } from '@touchline/api/http/fpl';
import { createTournament, type Game, getGame } from '@touchline/api/http/games';
import { type MyPrize, myPrizes } from '@touchline/api/http/prizes';
import { joinPaid, type Manager } from '@touchline/local-stack/demo-data/join-and-stake';
import { query } from '@touchline/local-stack/dependencies/query';
import type { Product } from '@touchline/local-stack/product';

/** The start must still be in the future when a busy service validates it. */
const START_AHEAD_MS = 6_000;
const MINUTE = 60_000;

/**
 * Creates a tournament over one gameweek that can be joined until its end, and joins it. Waits for its start.
 * @returns the game and the entries
 */
export async function playCup(
  { product, admin }: { product: Product; admin: Client },
  gameweek: number,
  managers: readonly Manager[],
): Promise<{ cup: Game; entries: string[] }> {
  const params = { gameweek: String(gameweek) };
  const { fixtures } = await product.api.request(gameweekFixtures, { params });
  const last = Math.max(...fixtures.map(({ kickoff_time }) => Date.parse(kickoff_time ?? '')));
  const { game: cup } = await admin.request(createTournament, {
    body: {
      game_type: 'TOURNAMENT',
      name: 'Prize Cup',
      entry_fee: '1000',
      start_time: new Date(Date.now() + START_AHEAD_MS).toISOString(),
      end_time: new Date(last + MINUTE).toISOString(),
    },
  });
  const entries = await Promise.all(managers.map((manager) => joinPaid(manager, cup)));
  const readStatus = async () => (await admin.request(getGame, { params: { id: cup.id } })).game.status;
  await expect.poll(readStatus, { message: `${cup.name} to start`, timeout: MINUTE }).toBe('ACTIVE');
  return { cup, entries };
}

/** Waits until the points of an entry are final in a gameweek. */
export async function waitUntilFinal({ client }: Manager, id: string, gameweek: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { participation } = await client.request(getParticipation, { params: { id } });
        return participation.gameweeks.some((each) => each.gameweek === gameweek && each.settled);
      },
      { message: `gameweek ${gameweek} to be final`, timeout: MINUTE },
    )
    .toBe(true);
}

/**
 * Ends the review of a game and waits until its prizes are settled. Repeats, because the service may still be computing the proposal
 * of a correction, which starts the review again.
 */
export async function endReview(product: Product, { id, name }: Game): Promise<void> {
  const endAndReadState = async () => {
    await query(
      product.databaseUrl('games'),
      `update games.prize_settlements set review_ends_at = now() where game_id = '${id}' and settled_at is null`,
    );
    return (await product.api.request(getGame, { params: { id } })).game.prizes.state;
  };
  await expect
    .poll(endAndReadState, { message: `the prizes of ${name} to be settled`, timeout: MINUTE })
    .toBe('SETTLED');
}

/** Adds points to an entry as an administrator. @throws TouchlineError PRIZES_SETTLED after the review */
export async function correctPoints(admin: Client, id: string, points: number): Promise<void> {
  const { participation } = await admin.request(getAdminParticipation, { params: { id } });
  await admin.request(updateAdminParticipation, {
    params: { id },
    query: { reason: 'a corrected assist' },
    body: { current_points: participation.current_points + points },
    version: participation.version,
  });
}

/** The prize of a manager in a game; undefined without one. */
export async function prizeIn({ client }: Manager, { id }: Game): Promise<MyPrize | undefined> {
  const { prizes } = await client.request(myPrizes);
  return prizes.find(({ game_id }) => game_id === id);
}

/** Opens the funding of a game's settlement as an administrator, and waits until it has loaded. */
export async function openFunding(page: Page, { name }: Game) {
  await page.goto('/admin');
  await page.getByRole('radiogroup', { name: 'Section' }).getByText('Prizes', { exact: true }).click();
  await page.getByRole('button', { name: `Details of ${name}` }).click();
  const funding = page.getByRole('region', { name: 'Funding' });
  await expect(funding).toBeVisible();
  return funding;
}

/** Expects that an administrator without the treasury reads on a phone, in the details of the settlement, why the funding stopped. */
export async function expectWrongAccount(page: Page, game: Game): Promise<void> {
  const desktop = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await (await openFunding(page, game)).getByRole('button', { name: /^Fund / }).click();
  const settlement = page.getByRole('dialog', { name: 'Settlement' });
  const reason = settlement.getByRole('alert').getByText(/^Prizes must be funded from 0x/);
  await expect(reason).toBeVisible();
  const hidden = await reason.evaluate((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return (
      range.getBoundingClientRect().right - text.closest('[role="alert"]')!.getBoundingClientRect().right
    );
  });
  expect(hidden).toBeLessThan(0);
  await settlement.getByRole('button', { name: 'End the funding' }).click();
  if (desktop) await page.setViewportSize(desktop);
}

/** The prize of a game in My Teams. */
export const prizeOf = (page: Page, { name }: Game) => page.getByRole('region', { name: `Prize of ${name}` });

/** Opens My Teams and requests the claim from the wallet, once claims are open. @returns the wallet's dialog */
export async function requestClaim(page: Page, game: Game, tokens: bigint) {
  await page.goto('/my-team');
  const claim = prizeOf(page, game).getByRole('button', { name: /^Claim / });
  await expect(claim).toBeEnabled({ timeout: MINUTE });
  await claim.click();
  return page.getByRole('dialog', { name: `Claim ${tokens} tokens?` });
}

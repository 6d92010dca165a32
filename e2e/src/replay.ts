import { createClient } from '@touchline/api/client';
import { gameweekFixtures } from '@touchline/api/http/fpl';
import type { Product } from '@touchline/platform/product';

/** Steps the replay phase by phase until `seen` says that the product shows what is waited for. */
export async function playUntil(
  product: Product,
  seen: () => Promise<boolean>,
  phases: number,
): Promise<void> {
  for (let step = 0; step < phases; step++) {
    await product.replay.advance({ to: 'next' });
    if (await seen()) return;
  }
  throw new Error(`not seen within ${phases} phases of the replay`);
}

/**
 * By fixture: the replay's phase in which it kicks off. To be asked for before the gameweek's first kick-off: those that
 * the replay has jumped over stand at the moment of the jump.
 */
export async function kickoffPhases({ url }: Product, gameweek: number): Promise<Map<number, string>> {
  const { fixtures } = await createClient({ base: `${url}/api` }).call(gameweekFixtures, {
    params: { gameweek: String(gameweek) },
  });
  const slots = [...new Set(fixtures.map(({ kickoff_time }) => kickoff_time ?? ''))].sort();
  return new Map(fixtures.map((each) => [each.id, `kickoff-${slots.indexOf(each.kickoff_time ?? '') + 1}`]));
}

/** Plays on to the last kick-off of a gameweek that has not begun: most of its matches are over, some are on. */
export async function playToLastKickoff(product: Product, gameweek: number): Promise<void> {
  const kickoffs = new Set((await kickoffPhases(product, gameweek)).values());
  await product.replay.advance({ to: { gameweek, phase: `kickoff-${kickoffs.size}` } });
}

import { createClient } from '@touchline/api/client';
import { gameweekFixtures } from '@touchline/api/http/fpl';
import type { Product } from '@touchline/local-stack/product';

/** Of a gameweek. */
const MAX_GOALS = 30;

/** Advances the replay phase by phase until `seen` returns true. */
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

/** Advances goal by goal until one of these players scores. @returns the scorer */
export async function playToGoalOf({ replay }: Product, players: readonly number[]): Promise<number> {
  for (let goals = 0; goals < MAX_GOALS; goals++) {
    const { goal } = await replay.advance({ to: 'next-goal' });
    if (goal && players.includes(goal.scorer)) return goal.scorer;
  }
  throw new Error(`none of ${players.length} players scored one of ${MAX_GOALS} goals`);
}

/**
 * The phase in which each fixture kicks off. Call it before the gameweek starts: kick-offs that the replay jumped over
 * all show the time of the jump.
 */
export async function kickoffPhases({ url }: Product, gameweek: number): Promise<Map<number, string>> {
  const { fixtures } = await createClient({ base: `${url}/api` }).request(gameweekFixtures, {
    params: { gameweek: String(gameweek) },
  });
  const slots = [...new Set(fixtures.map(({ kickoff_time }) => kickoff_time ?? ''))].sort();
  return new Map(fixtures.map((each) => [each.id, `kickoff-${slots.indexOf(each.kickoff_time ?? '') + 1}`]));
}

/** Advances to the last kick-off of an upcoming gameweek: most matches are over, some are on. */
export async function playToLastKickoff(product: Product, gameweek: number): Promise<void> {
  const kickoffs = new Set((await kickoffPhases(product, gameweek)).values());
  await product.replay.advance({ to: { gameweek, phase: `kickoff-${kickoffs.size}` } });
}

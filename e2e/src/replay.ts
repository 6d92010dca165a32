import { bootstrap, gameweekFixtures } from '@touchline/api/http/fpl';
import type { Product } from '@touchline/local-stack/product';

/** Of a gameweek. */
const MAX_GOALS = 30;

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
export async function kickoffPhases({ api }: Product, gameweek: number): Promise<Map<number, string>> {
  const params = { gameweek: String(gameweek) };
  const { fixtures } = await api.request(gameweekFixtures, { params });
  const slots = [...new Set(fixtures.map(({ kickoff_time }) => kickoff_time ?? ''))].sort();
  return new Map(fixtures.map((each) => [each.id, `kickoff-${slots.indexOf(each.kickoff_time ?? '') + 1}`]));
}

/** The phase in which the first of these players kicks off. Call it before the gameweek starts. */
export async function firstKickoffOf(
  product: Product,
  gameweek: number,
  players: readonly number[],
): Promise<string> {
  const { api } = product;
  const phases = await kickoffPhases(product, gameweek);
  const { players: all } = await api.request(bootstrap);
  const { fixtures } = await api.request(gameweekFixtures, { params: { gameweek: String(gameweek) } });
  const clubs = new Set(all.filter(({ id }) => players.includes(id)).map(({ team }) => team));
  const matches = fixtures.filter(({ team_h, team_a }) => clubs.has(team_h) || clubs.has(team_a));
  const slots = matches.map(({ id }) => Number(phases.get(id)!.replace('kickoff-', '')));
  return `kickoff-${Math.min(...slots)}`;
}

/** Advances to the last kick-off of an upcoming gameweek: most matches are over, some are on. */
export async function playToLastKickoff(product: Product, gameweek: number): Promise<void> {
  const kickoffs = new Set((await kickoffPhases(product, gameweek)).values());
  await product.replay.advance({ to: { gameweek, phase: `kickoff-${kickoffs.size}` } });
}

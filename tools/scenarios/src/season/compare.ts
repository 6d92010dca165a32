import type { ParticipationGameweek } from '@touchline/api/http/entries';
import type { ExpectedGameweek, ExpectedSquad } from './expected.ts';

/**
 * Lists the differences between a gameweek in the public API and the expected one, one message each. `seven_formations`
 * takes precedence. Substitutions are not compared, because the file pairs players by a wider rule that yields the same eleven.
 */
export function findMismatches(
  squad: ExpectedSquad,
  expected: ExpectedGameweek,
  actual: ParticipationGameweek | undefined,
): string[] {
  if (actual === undefined) return ['the API has no such gameweek'];
  const mismatches: string[] = [];
  const check = (label: string, expectedValue: unknown, actualValue: unknown) => {
    if (expectedValue !== actualValue)
      mismatches.push(`${label}: expected ${expectedValue}, actual ${actualValue}`);
  };
  check('settled', true, actual.settled);
  const points = new Map(actual.players.map((player) => [player.id, player.points]));
  for (const [slot, { element }] of squad.players.entries())
    check(`points of player ${element}`, expected.points[slot], points.get(element));
  check('raw total', expected.raw_total, actual.raw_points);
  check('armband', expected.armband, actual.armband);
  const { total, final_eleven } = expected.seven_formations ?? expected;
  check('total', total, actual.points);
  check('final eleven', sortIds(final_eleven), sortIds(actual.final_eleven));
  return mismatches;
}

function sortIds(ids: readonly number[]): string {
  return [...ids].sort((a, b) => a - b).join(' ');
}

import type { ParticipationGameweek } from '@touchline/api/http/entries';
import type { ExpectedGameweek, ExpectedSquad } from './expected.ts';

/**
 * The differences between a gameweek in the public API and the expected one, one message each. `seven_formations` takes
 * precedence. Substitutions are not compared: the file pairs players by a wider rule that leads to the same eleven.
 */
export function mismatches(
  squad: ExpectedSquad,
  expected: ExpectedGameweek,
  answered: ParticipationGameweek | undefined,
): string[] {
  if (answered === undefined) return ['the API has no such gameweek'];
  const found: string[] = [];
  const check = (what: string, want: unknown, got: unknown) => {
    if (want !== got) found.push(`${what}: expected ${want}, the API says ${got}`);
  };
  check('settled', true, answered.settled);
  const points = new Map(answered.players.map((player) => [player.id, player.points]));
  for (const [slot, { element }] of squad.players.entries())
    check(`points of player ${element}`, expected.points[slot], points.get(element));
  check('raw total', expected.raw_total, answered.raw_points);
  check('armband', expected.armband, answered.armband);
  const { total, final_eleven } = expected.seven_formations ?? expected;
  check('total', total, answered.points);
  check('final eleven', ordered(final_eleven), ordered(answered.final_eleven));
  return found;
}

function ordered(ids: readonly number[]): string {
  return [...ids].sort((a, b) => a - b).join(' ');
}

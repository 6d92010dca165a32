import type { PublicPlayer } from '@touchline/api/http/lineups';
import { computePoints } from './team-slots.ts';

/** Points that a player gives to only one of two teams. */
export interface Difference {
  points: number;
  /** "Saka 11"; for a player of both teams "Saka as captain +11". */
  text: string;
}

/** Finds the players who count, after substitutions, also projected ones. */
export const findEleven = (players: readonly PublicPlayer[]) =>
  players.filter(({ on_field, substitution }) => substitution?.comes_on ?? on_field);

/**
 * Finds what one eleven has and the other does not, most points first: its players, the armband on a player of both, and further points
 * of such a player, whose matches may count for only one of the teams (game rule 3.9).
 */
export const findDifferences = (
  eleven: readonly PublicPlayer[],
  others: readonly PublicPlayer[],
): Difference[] =>
  eleven
    .flatMap((player) => {
      const other = others.find(({ id }) => id === player.id);
      return other ? compareShared(player, other) : describe(player, computePoints(player));
    })
    .sort((a, b) => b.points - a.points);

const describe = ({ web_name }: PublicPlayer, points: number): Difference => ({
  points,
  text: `${web_name} ${points}`,
});

function compareShared(player: PublicPlayer, other: PublicPlayer): Difference[] {
  const [own, theirs] = [computePoints(player), computePoints(other)];
  // Points that both teams have are not listed. Points can be negative.
  const common = own * theirs <= 0 ? 0 : Math.abs(own) < Math.abs(theirs) ? own : theirs;
  const points = own - common;
  const isOnlyDoubledHere = player.doubled && !other.doubled;
  if (points === 0 && !isOnlyDoubledHere) return [];
  const armband = player.vice_captain ? ' as vice-captain' : ' as captain';
  const name = `${player.web_name}${isOnlyDoubledHere ? armband : ''}`;
  return [{ points, text: `${name} ${points < 0 ? '' : '+'}${points}` }];
}

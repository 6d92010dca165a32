import type { Participation } from '@touchline/api/http/entries';

/** Splits teams into those of running and upcoming games, in this order, and those of finished games. Keeps the order otherwise. */
export function splitTeams(teams: readonly Participation[]) {
  const current = teams.filter((team) => !isFinished(team));
  const isRunning = ({ game }: Participation) => Number(game.status === 'ACTIVE');
  return {
    current: current.toSorted((a, b) => isRunning(b) - isRunning(a)),
    finished: teams.filter(isFinished),
  };
}

/** A cancelled game is finished once its refunds have arrived. */
function isFinished({ game, refunds }: Participation): boolean {
  if (game.status === 'CANCELLED') return refunds.every(({ state }) => state === 'CONFIRMED');
  return game.status === 'COMPLETED';
}

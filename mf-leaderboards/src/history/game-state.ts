import type { HistoryTeam } from '@touchline/api/http/history';

const STATES: Readonly<Record<HistoryTeam['game']['status'], string | null>> = {
  UPCOMING: 'not started',
  ACTIVE: 'not finished',
  COMPLETED: null,
  CANCELLED: 'cancelled',
};

/** Reason why the rank of a team is not final; null if it is. A game is completed before its last gameweek is settled. */
export const describeGameState = ({ game, gameweeks }: HistoryTeam) =>
  STATES[game.status] ?? (gameweeks.every(({ settled }) => settled) ? null : 'provisional');

/** Reports whether the teams of a game have ranks. */
export const hasRanks = ({ status }: HistoryTeam['game']) => status === 'ACTIVE' || status === 'COMPLETED';

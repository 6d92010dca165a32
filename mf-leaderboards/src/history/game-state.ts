import type { HistoryTeam } from '@touchline/api/http/history';

const STATES: Readonly<Record<HistoryTeam['game']['status'], string | null>> = {
  UPCOMING: 'not started',
  ACTIVE: 'not finished',
  COMPLETED: null,
  CANCELLED: 'cancelled',
};

/** Reason why a game has no final result; null if it has one. */
export const describeGameState = ({ status }: HistoryTeam['game']) => STATES[status];

/** Reports whether the teams of a game have ranks. */
export const hasRanks = ({ status }: HistoryTeam['game']) => status === 'ACTIVE' || status === 'COMPLETED';

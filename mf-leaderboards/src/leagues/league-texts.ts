import { TouchlineError } from '@touchline/api/errors';
import type { League, LeagueInvitation, MyLeague } from '@touchline/api/http/leagues';
import { ordinal, plural } from '@touchline/ui/format';

const KINDS: Readonly<Record<League['kind'], string>> = {
  CLASSIC: 'Classic',
  HEAD_TO_HEAD: 'Head-to-head',
};

/** Fewest members of a head-to-head league. */
export const MIN_OPPONENTS = 4;

/** "Classic, 12 members"; "Classic" while the number is being loaded. */
export const describeLeague = ({ kind, members }: Pick<League, 'kind' | 'members'>) =>
  members === 0 ? KINDS[kind] : `${KINDS[kind]}, ${plural(members, 'member')}`;

/** "3rd", or the reason why there is no rank yet. */
export function describeRank({ rank, start_gameweek, state }: MyLeague): string {
  if (rank !== null) return ordinal(rank);
  return { OPEN: `Starts in gameweek ${start_gameweek}`, STARTED: 'No rank yet', FINISHED: 'No rank' }[state];
}

/** Returns true for a head-to-head league that had too few members until its game had no gameweek left to start. */
export const isNeverStarted = ({ start_gameweek, game }: Pick<LeagueInvitation, 'start_gameweek' | 'game'>) =>
  start_gameweek > game.last_gameweek;

export const NEVER_STARTED = `This league never started: it had fewer than ${MIN_OPPONENTS} members.`;

/** Path of the page on which an invited player joins. */
export const buildInvitePath = (code: string) => `/leagues/join/${code}`;

const ROUNDS: Readonly<Record<number, string>> = { 1: 'Final', 2: 'Semi-finals', 3: 'Quarter-finals' };

/** Name of a knock-out round, counted back from the final. */
export const describeRound = (round: number) => ROUNDS[round] ?? `Knock-out round ${round}`;

/** True if the server rejected this field. */
export const concerns = (error: Error | null, field: string) =>
  error instanceof TouchlineError && error.details.some(({ path }) => path === field);

/** Sentence for a rejected first gameweek; null without one. */
export const describeStartError = (error: Error | null, gameweek: number | null | undefined) =>
  concerns(error, 'start_gameweek') ? `Gameweek ${gameweek} has already started.` : null;

/** Sentence for a failed action: the server's text, which says what to do. */
export const describeFailure = (error: Error) => error.message || 'That didn’t work. Try again.';

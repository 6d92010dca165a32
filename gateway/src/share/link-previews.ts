import type { createClient } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import { formatCount, formatPrize, ordinal, plural } from '@touchline/api/format';
import { type Game, getGame } from '@touchline/api/http/games';
import { leaderboard, type TeamCard, teamCard } from '@touchline/api/http/leaderboard';
import { findInvitation, type LeagueInvitation } from '@touchline/api/http/leagues';
import { addressKey } from '../limits/client-limits.ts';
import type { EndpointLimits } from '../limits/limits.ts';
import { drawGame, drawLeague, drawTeam } from './drawing.ts';
import type { SharedLink } from './shared-link.ts';

/** Title and description of a page in chats and feeds. */
export interface LinkText {
  title: string;
  description: string;
}

/** Texts of a link, and its picture as SVG. */
interface Preview {
  text: LinkText;
  svg: () => string;
}

/** Reads a preview for a visitor with this address. */
type ReadPreview = (id: string, address: string) => Promise<Preview>;

/** Creates the functions that read the subjects of links. @param wrongCodes counts the wrong codes of leagues */
export function createLinkPreviews(
  api: ReturnType<typeof createClient>,
  wrongCodes: Pick<EndpointLimits['leagueCode'], 'count'>,
): Record<SharedLink['kind'], ReadPreview> {
  /** Counts a wrong code like the endpoint, so that previews cannot be used to guess codes. */
  async function findLeague(code: string, address: string): Promise<LeagueInvitation> {
    try {
      return (await api.request(findInvitation, { params: { code } })).invitation;
    } catch (error) {
      if (error instanceof TouchlineError && error.code === 'NOT_FOUND')
        await wrongCodes.count(addressKey(address));
      throw error;
    }
  }

  return {
    team: async (id: string) => {
      const card = await api.request(teamCard, { params: { id } });
      return { text: describeTeam(card), svg: () => drawTeam(card) };
    },
    game: async (id: string) => {
      const [{ game }, standings] = await Promise.all([
        api.request(getGame, { params: { id } }),
        api.request(leaderboard, { params: { id }, query: { limit: '3' } }),
      ]);
      return {
        text: describeGame(game, standings.summary.total_players),
        svg: () => drawGame(game, standings),
      };
    },
    league: async (code: string, address: string) => {
      const league = await findLeague(code, address);
      return { text: describeLeague(league), svg: () => drawLeague(league) };
    },
  };
}

/** Describes a team: its place, and its points or, after the settlement, its prize. */
export function describeTeam({ game, row, total_players, ranked, prize }: TeamCard): LinkText {
  const won = prize && `won ${formatPrize(prize, game.prizes.token)}`;
  const teams = formatCount(total_players);
  const place = won
    ? `${ordinal(row.rank)} of ${teams} · ${won}`
    : `Rank ${formatCount(row.rank)} of ${teams} with ${row.earned_points} points`;
  return {
    title: `${row.team_name} · ${game.name}`,
    description: `${ranked ? place : 'Ready to play'} in ${game.name} on Touchline.`,
  };
}

/** Describes a game: number of teams, and what visitors can do or see. */
export function describeGame({ name, status, settlement }: Game, teams: number): LinkText {
  const invite = {
    UPCOMING: 'Pick your team and join.',
    ACTIVE: 'See who leads.',
    COMPLETED: settlement === 'FINAL' ? 'See the final table.' : 'See the provisional table.',
    CANCELLED: 'The game was cancelled.',
  }[status];
  return {
    title: `${name} · Touchline`,
    description: `${plural(teams, 'team')}. ${invite}`,
  };
}

/** Describes the invitation to a league. */
export function describeLeague({ name, kind, game, members, state }: LeagueInvitation): LinkText {
  const form = kind === 'CLASSIC' ? 'A league' : 'A head-to-head league';
  const isOpen = kind === 'CLASSIC' ? state !== 'FINISHED' : state === 'OPEN';
  const invite = isOpen ? 'Join with your team.' : 'It no longer accepts members.';
  return {
    title: `Join ${name} · Touchline`,
    description: `${form} in ${game.name} with ${plural(members, 'member')}. ${invite}`,
  };
}

import { leagueCode } from '@touchline/api/http/leagues';
import { z } from 'zod';

/** Subject of a link to a page. The id of a league is the code of its invitation; other pages of leagues are for members only. */
export type SharedLink = { kind: 'team' | 'game' | 'league'; id: string };

const uuid = z.uuid();

/** Parses the address of a page about a team or a game, or of an invitation to a league; null for every other page. */
export function parseSharedLink(path: string, query: URLSearchParams): SharedLink | null {
  const [, page, last = '', code] = path.split('/');
  const link = (kind: SharedLink['kind'], id: string | null): SharedLink | null =>
    id !== null && uuid.safeParse(id).success ? { kind, id: id.toLowerCase() } : null;
  if (page === 'team-view') return link('team', last);
  if (page === 'rankings') return link('team', query.get('team')) ?? link('game', query.get('game'));
  if (page === 'games' || page === 'results') return link('game', last);
  if (page === 'tournament-select') return link('game', query.get('game'));
  if (page === 'leagues' && last === 'join') {
    const parsed = leagueCode.safeParse(code);
    return parsed.success ? { kind: 'league', id: parsed.data } : null;
  }
  return null;
}

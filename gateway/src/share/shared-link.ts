import { z } from 'zod';

/** Subject of a link to a page. */
export type SharedLink = { kind: 'team' | 'game'; id: string };

const uuid = z.uuid();

/** Parses the address of a page about a team or a game; null for every other page. */
export function parseSharedLink(path: string, query: URLSearchParams): SharedLink | null {
  const [, page, last = ''] = path.split('/');
  const link = (kind: SharedLink['kind'], id: string | null): SharedLink | null =>
    id !== null && uuid.safeParse(id).success ? { kind, id: id.toLowerCase() } : null;
  if (page === 'team-view') return link('team', last);
  if (page === 'rankings') return link('team', query.get('team')) ?? link('game', query.get('game'));
  if (page === 'tournament-select') return link('game', query.get('game'));
  return null;
}

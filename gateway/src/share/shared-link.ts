import { z } from 'zod';

/** What a link to a page of ours is about. */
export type SharedLink = { kind: 'team' | 'game'; id: string };

const uuid = z.uuid();

/** Teams and games by the addresses of their pages; null for every other page. */
export function parseSharedLink(path: string, query: URLSearchParams): SharedLink | null {
  const [, page, last = ''] = path.split('/');
  const link = (kind: SharedLink['kind'], id: string | null): SharedLink | null =>
    id !== null && uuid.safeParse(id).success ? { kind, id: id.toLowerCase() } : null;
  if (page === 'team-view') return link('team', last);
  if (page === 'rankings') return link('team', query.get('team')) ?? link('game', query.get('game'));
  if (page === 'tournament-select') return link('game', query.get('game'));
  return null;
}

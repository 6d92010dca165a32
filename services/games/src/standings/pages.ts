import { createHash } from 'node:crypto';
import {
  type Leaderboard,
  type LeaderboardRow,
  leaderboard,
  leaderboardRow,
} from '@touchline/api/http/leaderboard';
import type { Database } from '@touchline/service-kit/data/database';
import { z } from 'zod/mini';
import { createGzipPrefix, type GzipPrefix } from './gzip-prefix.ts';
import { computePage, type LeaderboardQuery } from './leaderboard.ts';
import type { Standings } from './standings.ts';
import { readVisibleTeams } from './visible-team.ts';

/** Serialised leaderboard page: the same for all clients, except for the caller's own row at its end. */
export interface Page {
  start: GzipPrefix;
  /** ETag for callers without an entry. The ETag of other callers also covers their row. */
  etag: string;
  /** Bodies for callers without an entry, by encoding, created on demand. */
  bodies: Partial<Record<Encoding, Buffer>>;
}

type Encoding = 'gzip' | 'identity';

/** Maximum number of cached pages per version of the standings; searches create many. */
const MAX_CACHED_PAGES = 256;
const sharedPage = z.omit(leaderboard.data, { me: true });
/** Cached pages, released with their standings. */
const pages = new WeakMap<Standings, Map<string, Promise<Page>>>();

/** Returns a page; each is created once per version of the standings. */
export function getPage(db: Database, standings: Standings, query: LeaderboardQuery): Promise<Page> {
  const known = pages.get(standings) ?? new Map<string, Promise<Page>>();
  pages.set(standings, known);
  const key = JSON.stringify(query);
  const page = known.get(key) ?? createPage(db, standings, query);
  if (!known.has(key)) {
    if (known.size >= MAX_CACHED_PAGES) known.clear();
    known.set(key, page);
    page.catch(() => known.delete(key));
  }
  return page;
}

/** Creates a page. The table may switch workspaces while the job is queued, so the job keeps the workspace it is queued in. */
async function createPage(db: Database, standings: Standings, query: LeaderboardQuery): Promise<Page> {
  const { table } = standings;
  const { workspace } = table;
  const bare = await workspace.run(computePage({ ...standings, table: { ...table, workspace } }, query));
  const { indices, rows, ...rest } = bare;
  const teams = await readVisibleTeams(db, standings, indices, 'public');
  return serialise({ ...rest, leaderboard: rows.map((row, at) => ({ ...row, ...teams[at]! })) });
}

/** Completes a page with the caller's row. The ETag is the same for all encodings. */
export function addOwnRow(page: Page, me: LeaderboardRow | null) {
  const own = me === null ? 'null' : JSON.stringify(leaderboardRow.parse(me));
  const end = `${own}}}`;
  return {
    etag: me === null ? page.etag : `${page.etag.slice(0, -1)}.${computeDigest(own)}"`,
    body(encoding: Encoding): Buffer {
      const build = () => (encoding === 'gzip' ? page.start.gzip(end) : page.start.plain(end));
      if (me !== null) return build();
      page.bodies[encoding] ??= build();
      return page.bodies[encoding];
    },
  };
}

function serialise(data: Omit<Leaderboard, 'me'>): Page {
  const page = JSON.stringify(sharedPage.parse(data));
  const start = createGzipPrefix(`{"success":true,"data":${page.slice(0, -1)},"me":`);
  return { start, etag: `"${computeDigest(page)}"`, bodies: {} };
}

const computeDigest = (text: string) => createHash('sha1').update(text).digest('base64url');

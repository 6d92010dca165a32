import { createHash } from 'node:crypto';
import {
  type Leaderboard,
  type LeaderboardRow,
  leaderboard,
  leaderboardRow,
} from '@touchline/api/http/leaderboard';
import type { Database } from '@touchline/service-kit/database';
import { z } from 'zod/mini';
import { type LeaderboardQuery, computePage } from './leaderboard.ts';
import { type GzipPrefix, createGzipPrefix } from './gzip-prefix.ts';
import { readVisibleTeams } from './visible-team.ts';
import type { Standings } from './standings.ts';

/** A page of a leaderboard as it is sent: the same for everybody, up to the caller's own row. */
export interface Page {
  start: GzipPrefix;
  /** For callers without an entry; the others' names their row too. */
  etag: string;
  /** What they are sent, by encoding, once it was asked for. */
  bodies: Partial<Record<Encoding, Buffer>>;
}

type Encoding = 'gzip' | 'identity';

/** Pages of one version of the standings that are kept; searches make many of them. */
const MAX_CACHED_PAGES = 256;
const sharedPage = z.omit(leaderboard.data, { me: true });
/** Part of the standings, and forgotten with them. */
const pages = new WeakMap<Standings, Map<string, Promise<Page>>>();

/** A page, made once per version of the standings. */
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

/** The table may move to another workspace before the turn comes: the page is computed in the one whose turn it waits for. */
async function createPage(db: Database, standings: Standings, query: LeaderboardQuery): Promise<Page> {
  const { table } = standings;
  const { workspace } = table;
  const bare = await workspace.run(computePage({ ...standings, table: { ...table, workspace } }, query));
  const { indices, rows, ...rest } = bare;
  const teams = await readVisibleTeams(db, standings, indices, 'everybody');
  return serialise({ ...rest, leaderboard: rows.map((row, at) => ({ ...row, ...teams[at]! })) });
}

/** What a caller with this row is sent, and the tag of it, whatever its encoding. */
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

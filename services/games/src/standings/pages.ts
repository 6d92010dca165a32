import { createHash } from 'node:crypto';
import {
  type Leaderboard,
  type LeaderboardRow,
  leaderboard,
  leaderboardRow,
} from '@touchline/api/http/leaderboard';
import type { Database } from '@touchline/service-kit/database';
import { type LeaderboardQuery, leaderboardPage } from './leaderboard.ts';
import { shownTeams } from './shown-team.ts';
import type { Standings } from './standings.ts';

/** A page of a leaderboard as it is sent: the same bytes for everybody, around the caller's own row. */
export interface Page {
  head: string;
  tail: string;
  /** For callers without an entry. */
  whole: Buffer;
  etag: string;
}

/** Pages of one version of the standings that are kept; searches make many of them. */
const KEPT = 256;
const everybody = leaderboard.data.omit({ me: true });
/** Part of the standings, and forgotten with them. */
const pages = new WeakMap<Standings, Map<string, Promise<Page>>>();

/** A page, made once per version of the standings. */
export function pageOf(db: Database, standings: Standings, query: LeaderboardQuery): Promise<Page> {
  const known = pages.get(standings) ?? new Map<string, Promise<Page>>();
  pages.set(standings, known);
  const key = JSON.stringify(query);
  const page = known.get(key) ?? made(db, standings, query);
  if (!known.has(key)) {
    if (known.size >= KEPT) known.clear();
    known.set(key, page);
    page.catch(() => known.delete(key));
  }
  return page;
}

/** The table may move to another workspace before the turn comes: the page is computed in the one whose turn it waits for. */
async function made(db: Database, standings: Standings, query: LeaderboardQuery): Promise<Page> {
  const { table } = standings;
  const { workspace } = table;
  const bare = await workspace.run(leaderboardPage({ ...standings, table: { ...table, workspace } }, query));
  const { indices, rows, ...rest } = bare;
  const teams = await shownTeams(db, standings, indices, 'everybody');
  return serialised({ ...rest, leaderboard: rows.map((row, at) => ({ ...row, ...teams[at]! })) });
}

/** The answer for a caller with this row. */
export function withOwnRow(page: Page, me: LeaderboardRow | null): { body: Buffer; etag: string } {
  if (me === null) return { body: page.whole, etag: page.etag };
  const own = JSON.stringify(leaderboardRow.parse(me));
  return {
    body: Buffer.from(page.head + own + page.tail),
    etag: `${page.etag.slice(0, -1)}.${digestOf(own)}"`,
  };
}

function serialised(data: Omit<Leaderboard, 'me'>): Page {
  const page = JSON.stringify(everybody.parse(data));
  const head = `{"success":true,"data":${page.slice(0, -1)},"me":`;
  const whole = Buffer.from(`${head}null}}`);
  return { head, tail: '}}', whole, etag: `"${digestOf(page)}"` };
}

const digestOf = (text: string) => createHash('sha1').update(text).digest('base64url');

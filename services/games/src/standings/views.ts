import { TouchlineError } from '@touchline/api/errors';
import type { Log } from '@touchline/service-kit/log';
import type { Knex } from 'knex';
import type { Seasons } from '../football/seasons.ts';
import { findGameAndVersions } from '../games/games.store.ts';
import { catchUp, type EntryTable, emptyTable } from './entry-table.ts';
import { computeStandings, type Standings } from './standings.ts';

/** The standings of every game that somebody looks at, kept in memory and never older than the database. */
export interface Views {
  /** The standings as of now or later: whatever was acknowledged before this call is in them. */
  of(gameId: string): Promise<Standings>;
  /** The entries up to a version of the game that is committed, for as long as `use` runs alone on them. */
  withTable<T>(gameId: string, version: number, use: (table: EntryTable) => Promise<T>): Promise<T>;
  /** Brings games up to date before somebody asks; only for speed, so a failure is only told. */
  warm(gameIds: readonly string[]): Promise<void>;
  /** Forgets the games that nobody has looked at for a while. */
  forgetUnused(): void;
}

interface View {
  table: EntryTable;
  standings: Standings | null;
  /** Everything on the table happens one after the other. */
  last: Promise<unknown>;
  /** A look that has not begun yet: everybody who comes now shares it. */
  next: Promise<Standings> | null;
  usedAt: number;
}

const UNUSED_MS = 15 * 60_000;

export function createViews(db: Knex, seasons: Seasons, log: Log, now: () => number): Views {
  const views = new Map<string, View>();

  function viewOf(gameId: string): View {
    const known = views.get(gameId);
    if (known) {
      known.usedAt = now();
      return known;
    }
    const view: View = {
      table: emptyTable(),
      standings: null,
      last: Promise.resolve(),
      next: null,
      usedAt: now(),
    };
    views.set(gameId, view);
    return view;
  }

  /** Runs after whatever is going on with this view; after a failure it is forgotten and read anew. */
  function alone<T>(gameId: string, view: View, work: () => Promise<T>): Promise<T> {
    const run = view.last.then(work).catch((error: unknown) => {
      view.table = emptyTable();
      view.standings = null;
      if (views.get(gameId) === view) views.delete(gameId);
      throw error;
    });
    view.last = run.catch(() => undefined);
    return run;
  }

  async function look(gameId: string, view: View): Promise<Standings> {
    const game = await findGameAndVersions(db, gameId);
    if (!game) throw new TouchlineError('NOT_FOUND', 'This game does not exist.');
    const { standings } = view;
    const fresh =
      standings !== null &&
      standings.game.version === game.version &&
      standings.season.version >= game.season_version &&
      now() < standings.validUntil;
    if (fresh) return standings;
    const season = await seasons.get(game.season, game.season_version);
    await catchUp(db, view.table, gameId, game.version);
    view.standings = computeStandings(game, season, view.table, now());
    return view.standings;
  }

  function of(gameId: string): Promise<Standings> {
    const view = viewOf(gameId);
    view.next ??= alone(gameId, view, () => {
      view.next = null;
      return look(gameId, view);
    });
    return view.next;
  }

  return {
    of,
    async warm(gameIds) {
      const looks = await Promise.allSettled(gameIds.map(of));
      for (const look of looks)
        if (look.status === 'rejected') log.warn({ err: look.reason }, 'standings not brought up to date');
    },
    withTable(gameId, version, use) {
      const view = viewOf(gameId);
      return alone(gameId, view, async () => {
        await catchUp(db, view.table, gameId, version);
        return use(view.table);
      });
    },
    forgetUnused() {
      for (const [id, view] of views) if (now() - view.usedAt > UNUSED_MS) views.delete(id);
    },
  };
}

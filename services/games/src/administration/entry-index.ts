import type { Database } from '@touchline/service-kit/data/database';
import type { StoredGame } from '../games/game.ts';
import { runToEnd } from '../scoring/pass.ts';
import { Workspace } from '../scoring/workspace.ts';
import { sortDescending } from '../standings/ranking.ts';
import type { StandingsCache } from '../standings/standings-cache.ts';
import { readStoredLineups, selectLineups } from './chosen-lineups.ts';
import { buildSortKeys, type EntryColumn, type NumberColumn } from './entry-columns.ts';
import { EntryRows } from './entry-rows.ts';
import { IdLines, searchRows } from './entry-search.ts';
import { compareTexts, mergeOrders, sortByText, type WordOf } from './text-order.ts';

/** Version of a game and of its season's data. */
export type GameVersion = Pick<StoredGame, 'id' | 'version' | 'settlement' | 'participants'> & {
  season_version: number;
};

type Text = 'id' | 'wallet' | 'name';

/** Text that a column is sorted by. */
const TEXTS = { wallet_address: 'wallet', team_name: 'name' } as const;

/** Search results that are kept while no row changes, for further pages of the same list. */
const MAX_CACHED_SEARCHES = 8;

/**
 * In-memory index of the entries of all games, sortable by any column. Standings are the source, because the points of
 * running gameweeks are stored nowhere else. Built on the first request of an administrator.
 */
export class EntryIndex {
  readonly rows = new EntryRows();
  private readonly ids = new IdLines();
  private readonly workspace = new Workspace();
  /** Raised when any row may have changed. */
  private generation = 0;
  private readonly numbers = new Map<NumberColumn, { generation: number; values: Int32Array }>();
  private readonly sorted = new Map<NumberColumn, { generation: number; order: Int32Array }>();
  private readonly texts = new Map<Text, { order: Int32Array; renames: number }>();
  /** Result of the last list, for its further pages. */
  private lastList: { order: Int32Array; found: Uint8Array; rows: Int32Array } | null = null;
  private readonly searches = new Map<string, { generation: number; rows: Uint8Array }>();

  /** Updates the rows of games whose version has changed. @returns the number of entries whose points changed */
  async refresh(
    db: Database,
    games: readonly GameVersion[],
    cache: StandingsCache,
    now: number,
  ): Promise<number> {
    const stale = games.filter((game) => !this.isFresh(game, now));
    let moved = 0;
    for (const { id } of stale) {
      const standings = await cache.get(id);
      const lineups = selectLineups(standings, this.rows.findSection(id)?.lineups);
      moved += this.rows.update(standings, lineups ?? (await readStoredLineups(db, standings)));
    }
    if (stale.length > 0) this.generation += 1;
    return moved;
  }

  /** Returns all rows in the order of a column, ascending; rows with equal values by id. */
  private getOrder(column: EntryColumn): Int32Array {
    if (column === 'id' || column === 'players') return this.getTextOrder('id');
    if (column === 'wallet_address' || column === 'team_name') return this.getTextOrder(TEXTS[column]);
    const known = this.sorted.get(column);
    if (known?.generation === this.generation) return known.order;
    const byId = this.getTextOrder('id');
    const negated = this.getSortKeys(column).map((value) => -value);
    const order = runToEnd(sortDescending(byId, negated, this.workspace));
    this.sorted.set(column, { generation: this.generation, order });
    return order;
  }

  /** Returns 1 for each matching row; null when every row matches. */
  private search(text: string): Uint8Array | null {
    if (text === '') return null;
    const known = this.searches.get(text);
    if (known?.generation === this.generation) return known.rows;
    const rows = searchRows(this.rows, this.ids, text, (column) => this.getSortKeys(column));
    this.searches.delete(text);
    this.searches.set(text, { generation: this.generation, rows });
    const oldest = this.searches.keys().next().value;
    if (this.searches.size > MAX_CACHED_SEARCHES && oldest !== undefined) this.searches.delete(oldest);
    return rows;
  }

  /** Lists the rows that match a search, in the order of a column, ascending. */
  async list(column: EntryColumn, text: string): Promise<Int32Array> {
    await this.sortTexts('id');
    if (column in TEXTS) await this.sortTexts(TEXTS[column as keyof typeof TEXTS]);
    const order = this.getOrder(column);
    const found = this.search(text);
    if (!found) return order;
    const known = this.lastList;
    if (known?.order === order && known.found === found) return known.rows;
    const rows = new Int32Array(order.length);
    let count = 0;
    for (let place = 0; place < order.length; place += 1)
      if (found[order[place]!] === 1) rows[count++] = order[place]!;
    this.lastList = { order, found, rows: rows.slice(0, count) };
    return this.lastList.rows;
  }

  private isFresh({ id, version, settlement, season_version }: GameVersion, now: number): boolean {
    const standings = this.rows.findSection(id)?.standings;
    if (standings?.game.version !== version) return false;
    // Final games no longer follow the feed.
    return (
      settlement === 'FINAL' || (standings.season.version >= season_version && now < standings.validUntil)
    );
  }

  private getSortKeys(column: NumberColumn): Int32Array {
    const known = this.numbers.get(column);
    if (known?.generation === this.generation) return known.values;
    const values = buildSortKeys(this.rows, column);
    this.numbers.set(column, { generation: this.generation, values });
    return values;
  }

  private getTextOrder(text: Text): Int32Array {
    return this.texts.get(text)!.order;
  }

  /** Sorts all rows by a text, or merges new rows into the known order. */
  private async sortTexts(text: Text): Promise<void> {
    const { renames, count } = this.rows;
    const known = this.texts.get(text);
    const valid = known && (text !== 'name' || known.renames === renames) ? known.order : null;
    if (valid?.length === count) return;
    const order = valid ? this.mergeNewRows(valid, text) : await this.sortRows(text);
    this.texts.set(text, { order, renames });
  }

  private async sortRows(text: Text): Promise<Int32Array> {
    const order =
      text === 'id'
        ? Int32Array.from({ length: this.rows.count }, (_, row) => row)
        : this.getTextOrder('id').slice();
    await sortByText(order, this.createWordReader(text));
    return order;
  }

  private mergeNewRows(order: Int32Array, text: Text): Int32Array {
    const [words, ids] = [this.createWordReader(text), this.createWordReader('id')];
    const compare = (a: number, b: number) => compareTexts(a, b, words) || compareTexts(a, b, ids);
    const more = Int32Array.from(
      { length: this.rows.count - order.length },
      (_, place) => order.length + place,
    );
    return mergeOrders(order, more.sort(compare), compare);
  }

  private createWordReader(text: Text): WordOf {
    const { rows } = this;
    return (row, word) => rows.getWord(row, text, word);
  }
}

import { copyInto } from '../scoring/columns.ts';
import type { EntryTexts } from '../standings/entry-texts.ts';
import type { Standings } from '../standings/standings.ts';
import type { ChosenLineups } from './chosen-lineups.ts';

/** Entries of one game. */
export interface Section {
  standings: Standings;
  /** Row numbers, by index of the entry. */
  rows: Int32Array;
  /** Source of the names, and its number of renames at the last update. */
  nameSource: { texts: EntryTexts; renames: number };
  lineups: ChosenLineups;
}

/**
 * Entries of all games as rows. Row numbers are permanent, so an existing order only needs the new rows merged in.
 * Values are read from the standings of the row's game.
 */
export class EntryRows {
  count = 0;
  /** Raised when the name of an existing row may have changed. */
  renames = 0;
  readonly sections: Section[] = [];
  private readonly byGame = new Map<string, number>();
  private sectionOf = new Uint16Array(0);
  private indexIn = new Int32Array(0);

  findSection(gameId: string): Section | undefined {
    const number = this.byGame.get(gameId);
    return number === undefined ? undefined : this.sections[number];
  }

  at(row: number): { section: Section; index: number } {
    return { section: this.sections[this.sectionOf[row]!]!, index: this.indexIn[row]! };
  }

  /** Returns a word of a row's text (see `EntryTexts`). Called in sort loops, so it allocates nothing. */
  getWord(row: number, text: 'id' | 'wallet' | 'name', word: number): number {
    const { table } = this.sections[this.sectionOf[row]!]!.standings;
    return table.texts.getWord(this.indexIn[row]!, text, word);
  }

  /** Replaces the standings of a game. @returns the number of existing entries whose points changed */
  update(standings: Standings, lineups: ChosenLineups): number {
    const { texts } = standings.table;
    let number = this.byGame.get(standings.game.id);
    if (number === undefined) {
      const nameSource = { texts, renames: texts.renames };
      number = this.sections.push({ standings, rows: new Int32Array(0), nameSource, lineups }) - 1;
      this.byGame.set(standings.game.id, number);
    }
    const section = this.sections[number]!;
    const moved = countMoved(section.standings, standings, section.rows.length);
    if (section.nameSource.texts !== texts || section.nameSource.renames !== texts.renames) this.renames += 1;
    Object.assign(section, { standings, lineups, nameSource: { texts, renames: texts.renames } });
    this.append(number, section, standings.count);
    return moved;
  }

  /** Builds a column of all rows from per-game columns by index. */
  buildColumn(createReader: (section: Section) => (index: number) => number): Int32Array {
    const values = new Int32Array(this.count);
    for (const section of this.sections) {
      const read = createReader(section);
      const { rows } = section;
      for (let index = 0; index < rows.length; index += 1) values[rows[index]!] = read(index);
    }
    return values;
  }

  private append(number: number, section: Section, count: number): void {
    const known = section.rows.length;
    if (count <= known) return;
    const end = this.count + count - known;
    if (end > this.indexIn.length) {
      const capacity = Math.max(64, end, this.indexIn.length * 2);
      this.sectionOf = copyInto(this.sectionOf, new Uint16Array(capacity));
      this.indexIn = copyInto(this.indexIn, new Int32Array(capacity));
    }
    section.rows = copyInto(section.rows, new Int32Array(count));
    for (let index = known; index < count; index += 1) {
      section.rows[index] = this.count;
      this.sectionOf[this.count] = number;
      this.indexIn[this.count] = index;
      this.count += 1;
    }
  }
}

function countMoved(before: Standings, after: Standings, count: number): number {
  if (before === after) return 0;
  let moved = 0;
  for (let index = 0; index < count; index += 1)
    if (
      before.gross[index] !== after.gross[index] ||
      before.earned[index] !== after.earned[index] ||
      before.coefficients[index] !== after.coefficients[index]
    )
      moved += 1;
  return moved;
}

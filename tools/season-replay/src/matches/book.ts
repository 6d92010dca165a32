import type { ArchiveFixture, ArchiveRow, SeasonArchive } from '../archive/archive.ts';
import type { Moment } from './season-instant.ts';
import { type RowState, rowState } from './progress.ts';
import { type MatchScript, type PlayerScript, scriptMatch } from './script.ts';

/** The scripts of a season's matches, each made on first use. */
export interface MatchBook {
  script(fixture: ArchiveFixture): MatchScript;
  state(row: ArchiveRow, moment: Moment): RowState;
}

export function openMatchBook(archive: SeasonArchive): MatchBook {
  const scripts = new Map<number, MatchScript>();
  const byRow = new Map<ArchiveRow, PlayerScript>();
  // Confirmed rows no longer change.
  const confirmed = new Map<ArchiveRow, RowState>();
  function script(fixture: ArchiveFixture): MatchScript {
    const known = scripts.get(fixture.id);
    if (known !== undefined) return known;
    const made = scriptMatch(fixture, archive.hasStarts);
    scripts.set(fixture.id, made);
    for (const player of made.players) byRow.set(player.row, player);
    return made;
  }
  function state(row: ArchiveRow, moment: Moment): RowState {
    const known = confirmed.get(row);
    const progress = moment.progress(row.fixture);
    if (known !== undefined && progress.stage === 'confirmed') return known;
    script(row.fixture);
    const player = byRow.get(row);
    if (player === undefined) throw new Error(`no script for player ${row.player.id}`);
    const state = rowState(player, progress);
    if (progress.stage === 'confirmed') confirmed.set(row, state);
    return state;
  }
  return { script, state };
}

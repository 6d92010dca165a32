import type { ArchiveFixture, ArchiveRow, SeasonArchive } from '../archive/archive.ts';
import { computeRowState, type RowState } from './progress.ts';
import { type MatchScript, type PlayerScript, scriptMatch } from './script.ts';
import type { SeasonInstant } from './season-instant.ts';

/** Scripts of a season's matches, each created on first use. */
export interface MatchBook {
  script(fixture: ArchiveFixture): MatchScript;
  state(row: ArchiveRow, instant: SeasonInstant): RowState;
}

export function openMatchBook(archive: SeasonArchive): MatchBook {
  const scripts = new Map<number, MatchScript>();
  const byRow = new Map<ArchiveRow, PlayerScript>();
  // Confirmed rows do not change any more.
  const confirmed = new Map<ArchiveRow, RowState>();
  function script(fixture: ArchiveFixture): MatchScript {
    const cached = scripts.get(fixture.id);
    if (cached !== undefined) return cached;
    const created = scriptMatch(fixture, archive.hasStarts);
    scripts.set(fixture.id, created);
    for (const player of created.players) byRow.set(player.row, player);
    return created;
  }
  function state(row: ArchiveRow, instant: SeasonInstant): RowState {
    const cached = confirmed.get(row);
    const progress = instant.progress(row.fixture);
    if (cached !== undefined && progress.stage === 'confirmed') return cached;
    script(row.fixture);
    const player = byRow.get(row);
    if (player === undefined) throw new Error(`no script for player ${row.player.id}`);
    const state = computeRowState(player, progress);
    if (progress.stage === 'confirmed') confirmed.set(row, state);
    return state;
  }
  return { script, state };
}

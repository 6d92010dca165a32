import type { editEntry } from '@touchline/api/events/admin-entries';
import { COEFFICIENT_ONE, earnedPoints } from '@touchline/rules/earned';
import { type FormationName, listSlots } from '@touchline/rules/formations';
import { diffFields, changeRejected } from '@touchline/service-kit/admin-changes';
import type { z } from 'zod';
import { insertAdjustment, type NewAdjustment } from '../adjustments/adjustments.store.ts';
import { sumCoefficient } from '../adjustments/adjustments.ts';
import { shownCutOff } from '../coefficients/stake-cut-off.ts';
import { editGameweek } from '../football/season.ts';
import { legalLineup } from '../lineups/check.ts';
import { insertLineups, latestLineups, type StoredLineup } from '../lineups/lineups.store.ts';
import { positionsOf } from '../scoring/team.ts';
import {
  changeEntry,
  readEntryDetails,
  type EntryChange,
  type EntryChangeDeps,
  type RecordedChange,
} from './change-entry.ts';
import { updateEntry } from './entries.store.ts';
import { findCurrentLineup, getEntryValues } from './entry-details.ts';

type EditRequest = z.output<typeof editEntry.request>;
type Change = EditRequest['change'];

/**
 * Changes the fields that were sent: names and lineups as they are, points and coefficient by adjustments.
 * @throws TouchlineError FORBIDDEN, NOT_FOUND, STALE, LINEUP_INVALID, CHANGE_REFUSED
 */
export async function editEntryFields(deps: EntryChangeDeps, asked: EditRequest) {
  await changeEntry(deps, asked, (what) => edit(what, asked));
  return readEntryDetails(deps, asked.id);
}

async function edit(what: EntryChange, { by, change }: EditRequest): Promise<RecordedChange | null> {
  const { trx, entry, standings } = what;
  const lineups = (await latestLineups(trx, [entry.id])).get(entry.id)!;
  const lineup = findCurrentLineup(standings, lineups);
  const before = currentFields(what, lineup);
  const changed = diffFields(before, change);
  if (!changed) return null;
  if (['formation', 'captain_id', 'vice_captain_id'].some((field) => field in changed.after)) {
    const saved_at = Math.max(what.now, ...lineups.map((version) => version.saved_at));
    await saveLineup(what, lineup, change, saved_at);
  }
  const adjustments = buildAdjustments(what, change);
  for (const adjustment of adjustments) await insertAdjustment(trx, { ...adjustment, ...buildSignature(what, by) });
  await updateEntry(trx, {
    id: entry.id,
    team_name: change.team_name ?? entry.team_name,
    entry_points: change.entry_points ?? entry.entry_points,
    game_version: await what.newVersion(),
  });
  const gross = adjustments.find(({ field }) => field === 'current_points')?.delta ?? 0;
  const earned = before.earned_points;
  const moved = diffFields({ earned_points: earned }, { earned_points: earned + gross });
  return {
    action: 'ENTRY_EDITED',
    before: { ...changed.before, ...moved?.before },
    after: { ...changed.after, ...moved?.after },
  };
}

function currentFields({ entry, standings }: EntryChange, lineup: StoredLineup) {
  const { entry_points, current_points, coefficient_applied, earned_points } = getEntryValues(standings, entry);
  return {
    team_name: entry.team_name,
    formation: lineup.formation,
    captain_id: lineup.captain_id,
    vice_captain_id: lineup.vice_captain_id,
    entry_points,
    current_points,
    coefficient_applied: coefficient_applied / COEFFICIENT_ONE,
    earned_points: earnedPoints(earned_points),
  };
}

/** Who adjusts what, when and why. */
export const buildSignature = ({ entry, now }: EntryChange, by: EditRequest['by']) => ({
  game_id: entry.game_id,
  ordinal: entry.ordinal,
  at: now,
  admin: by.admin,
  reason: by.reason,
});

type Adjustment = Omit<NewAdjustment, keyof ReturnType<typeof buildSignature>>;

/** The differences between what the values are now and what they should be. */
function buildAdjustments(what: EntryChange, change: Change): Adjustment[] {
  const { entry, standings, game } = what;
  const values = getEntryValues(standings, entry);
  const entry_points = change.entry_points ?? values.entry_points;
  // Current points are entry points and what was scored: they follow the first, unless they are sent too.
  const current = values.current_points - values.entry_points + entry_points;
  const points = [
    buildDifference('entry_points', values.entry_points, entry_points),
    buildDifference('current_points', current, change.current_points ?? current),
  ].filter(({ delta }) => delta !== 0);
  if (change.coefficient_applied === undefined) return points;
  const wanted = Math.round(change.coefficient_applied * COEFFICIENT_ONE);
  if (wanted === values.coefficient_applied) return points;
  rejectFinalGame(what);
  const { season, table, computedAt } = standings;
  const from_gameweek = editGameweek(season, game, computedAt);
  const index = entry.ordinal - 1;
  const byStakes = table.coefficients.getBefore(index, shownCutOff(season, game, computedAt));
  const sum = sumCoefficient(byStakes, table.adjustments.get(index), from_gameweek);
  const shown = buildDifference('coefficient_applied', values.coefficient_applied, wanted);
  return [...points, { ...shown, delta: wanted - sum, from_gameweek }];
}

export const buildDifference = (
  field: NewAdjustment['field'],
  value_before: number,
  value_after: number,
): Adjustment => ({
  field,
  delta: value_after - value_before,
  value_before,
  value_after,
  from_gameweek: null,
});

/** A version for the gameweek that runs or comes next; judged by the rules of lineups, not by locks. */
async function saveLineup(
  what: EntryChange,
  before: StoredLineup,
  change: Change,
  saved_at: number,
): Promise<void> {
  rejectFinalGame(what);
  const { trx, game, entry, standings } = what;
  const positions = positionsOf(entry.roster);
  const bands = {
    captain_id: change.captain_id ?? before.captain_id,
    vice_captain_id: change.vice_captain_id ?? before.vice_captain_id,
  };
  const formation = change.formation ?? before.formation;
  const players = rearrange(before, formation, positions, new Set(Object.values(bands)));
  await insertLineups(trx, [
    {
      ...legalLineup({ formation, ...players, ...bands }, positions),
      game_id: game.id,
      game_version: await what.newVersion(),
      entry_id: entry.id,
      ordinal: entry.ordinal,
      effective_gameweek: editGameweek(standings.season, game, what.now),
      saved_at,
    },
  ]);
}

/**
 * The players of a lineup in another formation: the first of the bench come in where it needs more, the last in slot order
 * go out where it needs fewer, those with an armband last of all.
 */
function rearrange(
  { formation: before, field, bench }: StoredLineup,
  formation: FormationName,
  positions: ReturnType<typeof positionsOf>,
  armbands: ReadonlySet<number>,
): { field_players: number[]; bench_players: number[] } {
  if (formation === before) return { field_players: [...field], bench_players: [...bench] };
  const stays = new Set<number>();
  for (const position of [1, 2, 3, 4]) {
    const of = (ids: readonly number[]) => ids.filter((id) => positions.get(id) === position);
    const starters = of(field).sort((a, b) => Number(armbands.has(b)) - Number(armbands.has(a)));
    const places = listSlots(formation).filter((slot) => slot.position === position).length;
    for (const id of [...starters, ...of(bench)].slice(0, places)) stays.add(id);
  }
  const everyone = [...field, ...bench];
  const [out, left] = [field.filter((id) => !stays.has(id)), bench.filter((id) => !stays.has(id))];
  return { field_players: everyone.filter((id) => stays.has(id)), bench_players: [...left, ...out] };
}

function rejectFinalGame({ game }: EntryChange): void {
  if (game.settlement === 'FINAL')
    throw changeRejected('The results of this game are final: only points can be corrected.');
}

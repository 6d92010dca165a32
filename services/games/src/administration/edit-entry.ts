import type { participationChange } from '@touchline/api/http/admin-entries';
import { groupAdjustments, sumCoefficient } from '@touchline/rules/adjustments';
import { type FormationName, listSlots } from '@touchline/rules/formations';
import { mapPositions, type PositionsById } from '@touchline/rules/lineup';
import { COEFFICIENT_ONE, earnedPoints } from '@touchline/rules/points';
import { findEditableGameweek } from '@touchline/rules/season';
import { coefficientBefore, computeShownCutOff } from '@touchline/rules/stakes';
import { changeRejected, diffFields } from '@touchline/service-kit/administration/admin-changes';
import type { z } from 'zod';
import {
  findAdjustmentSums,
  insertAdjustment,
  type NewAdjustment,
} from '../adjustments/adjustments.store.ts';
import { readSteps } from '../coefficients/coefficients.store.ts';
import { validateLineup } from '../entries/team.ts';
import type { RecordedChange } from '../games/change-as-admin.ts';
import {
  buildNextVersion,
  insertLineups,
  type LatestLineup,
  readLatestLineups,
  type StoredLineup,
} from '../lineups/lineups.store.ts';
import { findOpenGameweek } from '../teams/validate-save.ts';
import {
  changeEntry,
  type EntryChange,
  type EntryChangeDeps,
  type EntryChangeRequest,
  readEntryDetails,
  recordReveal,
} from './change-entry.ts';
import { updateEntry } from './entries.store.ts';
import { findCurrentLineup, getEntry, getEntryValues } from './entry-details.ts';
import { showOpenLineup } from './open-lineup.ts';

type Change = z.output<typeof participationChange>;
type EditRequest = EntryChangeRequest & { change: Change };

/**
 * Changes the fields that the request contains. Names and lineups are replaced; points and coefficient are adjusted.
 * @throws TouchlineError NOT_FOUND, STALE, LINEUP_INVALID, CHANGE_REFUSED
 */
export async function editEntryFields(deps: EntryChangeDeps, request: EditRequest) {
  const entry = await getEntry(deps.db, request.id);
  // Recorded first: a rejected or empty change would reveal whether the administrator guessed the lineup.
  if (LINEUP_FIELDS.some((field) => request.change[field] !== undefined))
    await recordReveal(deps, entry, request.by);
  const replacesPoints = request.change.current_points !== undefined;
  await changeEntry(deps, { ...request, replacesPoints }, (context) => edit(context, request));
  return readEntryDetails(deps, request.id);
}

const LINEUP_FIELDS = ['formation', 'captain_id', 'vice_captain_id'] as const;

async function edit(context: EntryChange, { by, change }: EditRequest): Promise<RecordedChange | null> {
  const { trx, entry, standings } = context;
  const lineups = (await readLatestLineups(trx, [entry.id])).get(entry.id)!;
  const lineup = findCurrentLineup(standings, lineups);
  const before = currentFields(context, lineup);
  const changed = diffFields(before, change);
  if (!changed) return null;
  if (LINEUP_FIELDS.some((field) => field in changed.after)) {
    const saved_at = Math.max(context.now, ...lineups.map((version) => version.saved_at));
    await saveLineup(context, { lineup, lineups }, change, saved_at);
  }
  const adjustments = await buildAdjustments(context, change);
  for (const adjustment of adjustments)
    await insertAdjustment(trx, { ...adjustment, ...buildSignature(context, by) });
  await updateEntry(trx, {
    id: entry.id,
    team_name: change.team_name ?? entry.team_name,
    entry_points: change.entry_points ?? entry.entry_points,
    game_version: await context.newVersion(),
  });
  const hide =
    showOpenLineup(standings, lineup, entry.roster, context.now).sealed_players > 0 ? hideLineup : keepFields;
  const gross = adjustments.find(({ field }) => field === 'current_points')?.delta ?? 0;
  // In thousandths: sums of points with decimals are not exact.
  const earned = getEntryValues(standings, entry).earned_points + gross * COEFFICIENT_ONE;
  const moved = diffFields({ earned_points: before.earned_points }, { earned_points: earnedPoints(earned) });
  return {
    action: 'ENTRY_EDITED',
    before: { ...hide(changed.before), ...moved?.before },
    after: { ...hide(changed.after), ...moved?.after },
  };
}

type Fields = RecordedChange['before'];

const keepFields = (fields: Fields): Fields => fields;

/** The audit log does not show a sealed lineup. Its versions are stored and committed. */
const hideLineup = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field,
      LINEUP_FIELDS.some((each) => each === field) ? 'sealed' : value,
    ]),
  );

function currentFields({ entry, standings }: EntryChange, lineup: StoredLineup) {
  const { entry_points, current_points, coefficient_applied, earned_points } = getEntryValues(
    standings,
    entry,
  );
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

/** Builds the columns of an adjustment that identify the entry, the administrator and the reason. */
export const buildSignature = ({ entry, now }: EntryChange, by: EditRequest['by']) => ({
  game_id: entry.game_id,
  ordinal: entry.ordinal,
  at: now,
  admin: by.admin,
  reason: by.reason,
});

type Adjustment = Omit<NewAdjustment, keyof ReturnType<typeof buildSignature>>;

/** Builds an adjustment for each value that differs from the requested one. */
async function buildAdjustments(context: EntryChange, change: Change): Promise<Adjustment[]> {
  const { trx, entry, standings, game } = context;
  const values = getEntryValues(standings, entry);
  const entry_points = change.entry_points ?? values.entry_points;
  // Current points are entry points plus scored points, so they follow entry points unless the request sets both.
  const current = values.current_points - values.entry_points + entry_points;
  const points = [
    buildDifference('entry_points', values.entry_points, entry_points),
    buildDifference('current_points', current, change.current_points ?? current),
  ].filter(({ delta }) => delta !== 0);
  if (change.coefficient_applied === undefined) return points;
  const wanted = Math.round(change.coefficient_applied * COEFFICIENT_ONE);
  if (wanted === values.coefficient_applied) return points;
  rejectFinalGame(context);
  const { season, summary } = standings;
  const from_gameweek = findEditableGameweek(season, game, summary.computed_at);
  const cutOff = computeShownCutOff(season, game, summary.computed_at);
  const byStakes = coefficientBefore(await readSteps(trx, entry.wallet_address), cutOff);
  const adjusted = groupAdjustments(await findAdjustmentSums(trx, entry.game_id, entry.ordinal));
  const sum = sumCoefficient(byStakes, adjusted.get(entry.ordinal - 1), from_gameweek);
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

/** Saves a lineup version for the running or next gameweek. Lineup rules apply; locks do not. */
async function saveLineup(
  context: EntryChange,
  { lineup: before, lineups }: { lineup: StoredLineup; lineups: readonly LatestLineup[] },
  change: Change,
  saved_at: number,
): Promise<void> {
  rejectFinalGame(context);
  const { trx, game, entry, standings } = context;
  const positions = mapPositions(entry.roster);
  const bands = {
    captain_id: change.captain_id ?? before.captain_id,
    vice_captain_id: change.vice_captain_id ?? before.vice_captain_id,
  };
  const formation = change.formation ?? before.formation;
  const players = rearrange(before, formation, positions, new Set(Object.values(bands)));
  const effective_gameweek = findOpenGameweek(standings.season, game, context.now);
  if (effective_gameweek === null)
    throw changeRejected('The gameweek of this lineup is settled. Only points can be corrected.');
  const lineup = validateLineup({ formation, ...players, ...bands }, entry.roster);
  const saved = { ...lineup, effective_gameweek, saved_at };
  const version = buildNextVersion(context.seals, entry, lineups, saved);
  await insertLineups(trx, [{ ...version, game_version: await context.newVersion() }]);
}

/**
 * Rearranges a lineup into another formation. If a position needs more players, the first on the bench come in.
 * If it needs fewer, the last in slot order go out, players with an armband only after all others.
 */
function rearrange(
  { formation: before, field, bench }: StoredLineup,
  formation: FormationName,
  positions: PositionsById,
  armbands: ReadonlySet<number>,
): { field_players: number[]; bench_players: number[] } {
  if (formation === before) return { field_players: [...field], bench_players: [...bench] };
  const fielded = new Set<number>();
  for (const position of [1, 2, 3, 4]) {
    const inPosition = (ids: readonly number[]) => ids.filter((id) => positions.get(id) === position);
    const starters = inPosition(field).sort((a, b) => Number(armbands.has(b)) - Number(armbands.has(a)));
    const places = listSlots(formation).filter((slot) => slot.position === position).length;
    for (const id of [...starters, ...inPosition(bench)].slice(0, places)) fielded.add(id);
  }
  const everyone = [...field, ...bench];
  const [out, left] = [field.filter((id) => !fielded.has(id)), bench.filter((id) => !fielded.has(id))];
  return { field_players: everyone.filter((id) => fielded.has(id)), bench_players: [...left, ...out] };
}

function rejectFinalGame({ game }: EntryChange): void {
  if (game.settlement === 'FINAL')
    throw changeRejected("This game's results are final. Only points can be corrected.");
}

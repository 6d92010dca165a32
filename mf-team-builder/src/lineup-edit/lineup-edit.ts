import type { ParticipationDetails } from '@touchline/api/http/entries';
import type { ApiLineup } from '@touchline/api/http/lineups';
import {
  autoFill,
  changeFormation,
  type Draft,
  fieldPlayers,
  keepLockedBench,
  toLineup,
} from '@touchline/rules/draft';
import type { FormationName } from '@touchline/rules/formations';
import { defaultArmbands, mapPositions, type PositionsById } from '@touchline/rules/lineup';
import { armbandBlockers, armbandsLocked, armbandsToSave } from '@touchline/rules/locks';

type Ids = ReadonlySet<number>;

/** Ensures that the team has a lineup. If none is saved, the players fill the formation in list order (VIEW-14). */
export function ensureLineup(team: ParticipationDetails): ParticipationDetails {
  if (team.field_players.length > 0) return team;
  const ids = team.players.map(({ id }) => id);
  const draft = autoFill(ids, team.formation, mapPositions(team.players));
  const field = fieldPlayers(draft);
  return { ...team, field_players: field, bench_players: [...draft.bench], ...defaultArmbands(field) };
}

/** Finds the gameweek after the edited one, which may have its own lineup in season games; null in other games. */
export function findNextGameweek({ game, edit_gameweek }: ParticipationDetails): number | null {
  return game.game_type === 'SEASON' && edit_gameweek < game.last_gameweek ? edit_gameweek + 1 : null;
}

/** Finds the lineup that is saved for a gameweek, or the current one. */
export function findSavedLineup(team: ParticipationDetails, gameweek: number): ApiLineup {
  const next = gameweek > team.edit_gameweek ? team.next_lineup : null;
  const { formation, field_players, bench_players, captain_id, vice_captain_id } = next ?? team;
  return { formation, field_players, bench_players, captain_id, vice_captain_id };
}

/** Builds the draft of a saved lineup, which always has both armbands. */
export const buildDraft = ({ formation, field_players, bench_players, ...armbands }: ApiLineup) => ({
  formation,
  slots: field_players,
  bench: bench_players,
  ...armbands,
});
export type SavedDraft = ReturnType<typeof buildDraft>;

/** Finds the wearer whose kick-off fixed both armbands; undefined while they can be moved. */
export function findArmbandHolder(
  { captain_id, vice_captain_id }: SavedDraft,
  locked: Ids,
): number | undefined {
  return [captain_id, vice_captain_id].find((id) => locked.has(id));
}

/** Finds the players who must keep their place: locked players, and both wearers once the armbands are fixed. */
export function findFixedPlayers(locked: Ids, saved: SavedDraft): Ids {
  return armbandsLocked(saved, locked)
    ? new Set([...locked, saved.captain_id, saved.vice_captain_id])
    : locked;
}

/** Finds players who locked after the draft had moved them on or off the pitch. They may be moved back. */
export function findDisplaced(draft: Draft, saved: SavedDraft, locked: Ids): Set<number> {
  return new Set([...locked].filter((id) => draft.slots.includes(id) !== saved.slots.includes(id)));
}

/** Finds the locked players that would make the server reject this draft: displaced ones and wearers of a moved armband. */
export function findConflicts(draft: Draft, saved: SavedDraft, locked: Ids): number[] {
  const bands = armbandsToSave(fieldPlayers(draft), draft, saved, locked);
  const blockers = armbandBlockers(saved, bands, locked);
  return [...new Set([...findDisplaced(draft, saved, locked), ...blockers])];
}

export function isChanged(draft: Draft, saved: SavedDraft): boolean {
  return JSON.stringify(toComparable(draft)) !== JSON.stringify(toComparable(saved));
}

const toComparable = ({ formation, slots, bench, captain_id, vice_captain_id }: Draft) => [
  formation,
  [...slots].sort(),
  bench,
  captain_id,
  vice_captain_id,
];

/** Applies the bench order that will be saved: locked players keep their index (game rules 2). */
export function applyLockedBench(draft: Draft, saved: SavedDraft, locked: Ids): Draft {
  return { ...draft, bench: keepLockedBench(draft.bench, saved.bench, locked) };
}

/** Builds the lineup that "Save Changes" sends, with missing armbands filled in (VIEW-12); null while a slot is empty. */
export function buildLineupToSave(draft: Draft, saved: SavedDraft, locked: Ids): ApiLineup | null {
  const lineup = toLineup(draft);
  if (!lineup) return null;
  return {
    formation: lineup.formation,
    field_players: [...lineup.field],
    bench_players: [...lineup.bench],
    ...armbandsToSave(lineup.field, draft, saved, locked),
  };
}

/** Finds the locked players who prevent a formation; empty if it is possible. */
export function findFormationBlockers(
  draft: Draft,
  formation: FormationName,
  positions: PositionsById,
  locked: Ids,
): number[] {
  const next = changeFormation(draft, formation, positions, locked);
  const leaving = fieldPlayers(draft).filter((id) => locked.has(id) && !next.slots.includes(id));
  if (leaving.length > 0 || !next.slots.includes(null)) return leaving;
  return next.bench.filter((id) => locked.has(id));
}

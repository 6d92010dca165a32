import type { ParticipationDetails } from '@touchline/api/http/entries';
import type { WireLineup } from '@touchline/api/http/lineups';
import {
  autoFill,
  changeFormation,
  type Draft,
  draftOf,
  fieldPlayers,
  keepLockedBench,
  toLineup,
} from '@touchline/rules/draft';
import { DEFAULT_FORMATION, type FormationName, isFormation } from '@touchline/rules/formations';
import { defaultArmbands, type PositionsById } from '@touchline/rules/lineup';
import { isPosition } from '@touchline/rules/squad';

type Ids = ReadonlySet<number>;

export function positionsOf({ players }: ParticipationDetails): PositionsById {
  return new Map(
    players.flatMap(({ id, position }) => (isPosition(position) ? [[id, position] as const] : [])),
  );
}

/** The team with a lineup: if none is saved, the players fill the formation in list order (VIEW-14). */
export function withLineup(team: ParticipationDetails): ParticipationDetails {
  if (team.field_players.length > 0 && isFormation(team.formation)) return team;
  const formation = isFormation(team.formation) ? team.formation : DEFAULT_FORMATION;
  const ids = team.players.map(({ id }) => id);
  const { slots, bench } = autoFill(ids, formation, positionsOf(team));
  return {
    ...team,
    formation,
    field_players: slots.filter((id) => id !== null),
    bench_players: [...bench],
    ...defaultArmbands(slots.filter((id) => id !== null)),
  };
}

/** The gameweek after the edited one, which may have its own lineup in season games; null in other games. */
export function nextGameweekOf({ game, edit_gameweek }: ParticipationDetails): number | null {
  return game.game_type === 'SEASON' && edit_gameweek < game.last_gameweek ? edit_gameweek + 1 : null;
}

/** The lineup saved for a gameweek, else the current one. */
export function savedDraft(team: ParticipationDetails, gameweek: number): Draft {
  const next = gameweek > team.edit_gameweek ? team.next_lineup : null;
  const { formation, field_players, bench_players, captain_id, vice_captain_id }: WireLineup = next ?? {
    ...team,
    formation: isFormation(team.formation) ? team.formation : DEFAULT_FORMATION,
  };
  return draftOf({ formation, field: field_players, bench: bench_players, captain_id, vice_captain_id });
}

/** Players who locked after the draft had moved them on or off the pitch. They may be moved back. */
export function displaced(draft: Draft, saved: Draft, locked: Ids): Set<number> {
  return new Set([...locked].filter((id) => draft.slots.includes(id) !== saved.slots.includes(id)));
}

/** The players that make the server refuse this draft: displaced ones, and locked ones that lose or gain an armband. */
export function refusedPlayers(draft: Draft, saved: Draft, locked: Ids): number[] {
  const bands = (['captain_id', 'vice_captain_id'] as const)
    .filter((band) => draft[band] !== null && draft[band] !== saved[band])
    .flatMap((band) => [saved[band], draft[band]])
    .filter((id) => id !== null && locked.has(id));
  return [...new Set([...displaced(draft, saved, locked), ...bands])] as number[];
}

export function isChanged(draft: Draft, saved: Draft): boolean {
  return JSON.stringify(inOrder(draft)) !== JSON.stringify(inOrder(saved));
}

const inOrder = ({ formation, slots, bench, captain_id, vice_captain_id }: Draft) => [
  formation,
  [...slots].sort(),
  bench,
  captain_id,
  vice_captain_id,
];

/** The draft with the bench order that will be saved: locked players keep their index (game rules 2). */
export function withLockedBench(draft: Draft, saved: Draft, locked: Ids): Draft {
  return { ...draft, bench: keepLockedBench(draft.bench, saved.bench, locked) };
}

/**
 * The lineup that "Save Changes" sends; null while the pitch is not full. Missing armbands go to the first and second field
 * players (VIEW-12), skipping locked ones, who may not gain an armband.
 */
export function lineupToSave(draft: Draft, locked: Ids): WireLineup | null {
  const lineup = toLineup(draft);
  if (!lineup) return null;
  const open = lineup.field.filter((id) => !locked.has(id));
  const bands = defaultArmbands(open, draft.captain_id, draft.vice_captain_id);
  const found = bands.captain_id !== 0 && bands.vice_captain_id !== 0;
  return {
    formation: lineup.formation,
    field_players: [...lineup.field],
    bench_players: [...lineup.bench],
    captain_id: found ? bands.captain_id : lineup.captain_id,
    vice_captain_id: found ? bands.vice_captain_id : lineup.vice_captain_id,
  };
}

/** The locked players who prevent a formation; empty if it is possible. */
export function formationBlockers(
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

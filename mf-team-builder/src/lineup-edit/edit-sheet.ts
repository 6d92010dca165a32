import type { PitchPlayer, PitchSlot } from '@touchline/ui/Pitch';
import { findClubMatches, type Upcoming } from '../football/use-upcoming.ts';
import { toUpcomingPlayer } from '../team/gameweek-sheet.ts';
import { buildSheet, createPlayerLookup, type Sheet } from '../team/team-sheet.ts';
import { isTarget } from './moves.ts';
import type { LineupEdit } from './use-lineup-edit.ts';

/** Builds pitch and bench of a draft; `picked` is the player being moved. */
export function buildEditSheet(edit: LineupEdit, picked: number | null): Sheet {
  const { draft, positions, team, locked, upcoming, notStarted } = edit;
  const { captain_id, vice_captain_id } = draft;
  const findSavedPlayer = createPlayerLookup(
    { ...team, captain_id: captain_id ?? 0, vice_captain_id: vice_captain_id ?? 0 },
    locked,
  );
  const buildDraftPlayer = (id: number): PitchPlayer | undefined => {
    const player = findSavedPlayer(id);
    if (!player) return undefined;
    // Substitutions belong to the saved lineup, not to the draft.
    const { note: _, ...rest } = player;
    if (upcoming) return toUpcomingPlayer(rest, upcoming);
    return notStarted ? addDifficulty(rest, notStarted) : rest;
  };
  const markSlot = (slot: PitchSlot): PitchSlot => ({
    ...slot,
    selected: picked !== null && slot.player?.id === picked,
    target: picked !== null && isTarget(edit, picked, slot),
  });
  const { formation, field, bench } = buildSheet(draft, positions, buildDraftPlayer);
  return { formation, field: field.map(markSlot), bench: bench.map(markSlot) };
}

/** Adds the difficulty of the opponents if the pill shows them. */
function addDifficulty(player: PitchPlayer, notStarted: Upcoming): PitchPlayer {
  const { opponents, difficulty } = findClubMatches(notStarted, player.clubCode);
  return player.pill === opponents && difficulty !== null ? { ...player, difficulty } : player;
}

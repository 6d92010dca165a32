import type { ParticipationDetails } from '@touchline/api/http/entries';
import { useHost } from '@touchline/host/host';
import type { PitchPlayer, PitchSlot } from '@touchline/ui/Pitch';
import { useState } from 'react';
import { type Upcoming, useUpcoming } from '../football/use-upcoming.ts';
import { buildPlayedSheet, toUpcomingPlayer } from '../team/gameweek-sheet.ts';
import { buildSavedSheet, type Sheet } from '../team/team-sheet.ts';

interface ShownGameweek extends Sheet {
  gameweeks: number[];
  shown: number;
  next: number | null;
  show: (gameweek: number) => void;
  /** The team for the lists; null for a gameweek whose player points are not loaded. */
  listed: ParticipationDetails | null;
  /** The matches of the next gameweek while it is shown; otherwise null. */
  upcoming: Upcoming | null;
}

/**
 * Selects the gameweek on the pitch: the chosen one, else the current or latest one. Between two gameweeks there are two
 * lineups: the one that played has points, the next one has opponents.
 */
export function useShownGameweek(team: ParticipationDetails, locked: ReadonlySet<number>): ShownGameweek {
  const [chosen, setChosen] = useState<number | null>(null);
  const started = team.gameweeks.map(({ gameweek }) => gameweek);
  const next = started.length > 0 && !started.includes(team.edit_gameweek) ? team.edit_gameweek : null;
  const gameweeks = next === null ? started : [...started, next];
  const last = team.gameweek ?? team.edit_gameweek;
  const shown = chosen !== null && gameweeks.includes(chosen) ? chosen : last;
  const upcoming = useUpcoming(shown === next ? shown : null, useHost().api.now());
  const saved = buildSavedSheet(team, locked);
  const base = { gameweeks, shown, next, show: setChosen, upcoming };
  if (shown === next) return { ...base, ...toUpcomingSheet(saved, upcoming), listed: upcoming ? team : null };
  const gameweek = team.gameweeks.find((each) => each.gameweek === shown);
  const isLive = shown === team.edit_gameweek;
  const sheet = gameweek && !isLive ? buildPlayedSheet(team, gameweek) : null;
  if (!sheet) return { ...base, ...saved, listed: team };
  return { ...base, ...sheet, listed: shown === team.gameweek ? applyPlayedSheet(team, sheet) : null };
}

function toUpcomingSheet({ formation, field, bench }: Sheet, upcoming: Upcoming | null): Sheet {
  const toUpcoming = (player: PitchPlayer) => toUpcomingPlayer(player, upcoming ?? new Map());
  const convertSlots = (slots: readonly PitchSlot[]) =>
    slots.map((slot) => ({ ...slot, player: slot.player && toUpcoming(slot.player) }));
  return { formation, field: convertSlots(field), bench: convertSlots(bench) };
}

/** Replaces the team's lineup with the one that played the gameweek. */
function applyPlayedSheet(
  team: ParticipationDetails,
  { formation, field, bench }: Sheet,
): ParticipationDetails {
  const ids = (slots: readonly PitchSlot[]) => slots.flatMap(({ player }) => player?.id ?? []);
  return { ...team, formation, field_players: ids(field), bench_players: ids(bench) };
}

import type { ParticipationDetails } from '@touchline/api/http/entries';
import type { PitchPlayer, PitchSlot } from '@touchline/ui/Pitch';
import { useState } from 'react';
import { type Upcoming, useUpcoming } from '../football/use-upcoming.ts';
import { toUpcomingPlayer, type GameweekSheet, buildPlayedSheet } from '../team/gameweek-sheet.ts';
import { buildBenchSlots, buildFieldSlots } from '../team/team-sheet.ts';

interface ShownGameweek extends GameweekSheet {
  gameweeks: number[];
  shown: number;
  next: number | null;
  show: (gameweek: number) => void;
  /** The team for the lists; null for a gameweek before the one of the players' points. */
  listed: ParticipationDetails | null;
  /** The matches of the next gameweek, when that is shown. */
  upcoming: Upcoming | null;
}

/**
 * The gameweek on the pitch: the one that runs, ran last or was chosen. Between two gameweeks the team that played and the
 * team that plays next are apart: the points belong to the first, the opponents to the second.
 */
export function useShownGameweek(team: ParticipationDetails, locked: ReadonlySet<number>): ShownGameweek {
  const [chosen, setChosen] = useState<number | null>(null);
  const begun = team.gameweeks.map(({ gameweek }) => gameweek);
  const next = begun.length > 0 && !begun.includes(team.edit_gameweek) ? team.edit_gameweek : null;
  const gameweeks = next === null ? begun : [...begun, next];
  const last = team.gameweek ?? team.edit_gameweek;
  const shown = chosen !== null && gameweeks.includes(chosen) ? chosen : last;
  const upcoming = useUpcoming(shown === next ? shown : null);
  const saved = {
    formation: team.formation,
    field: buildFieldSlots(team, locked),
    bench: buildBenchSlots(team, locked),
  };
  const base = { gameweeks, shown, next, show: setChosen, upcoming };
  if (shown === next) return { ...base, ...before(saved, upcoming), listed: upcoming ? team : null };
  const gameweek = team.gameweeks.find((each) => each.gameweek === shown);
  const isLive = shown === team.edit_gameweek;
  const sheet = gameweek && !isLive ? buildPlayedSheet(team, gameweek) : null;
  if (!sheet) return { ...base, ...saved, listed: team };
  return { ...base, ...sheet, listed: shown === team.gameweek ? asPlayed(team, sheet) : null };
}

function before({ formation, field, bench }: GameweekSheet, upcoming: Upcoming | null): GameweekSheet {
  const ahead = (player: PitchPlayer) => toUpcomingPlayer(player, upcoming ?? new Map());
  const of = (slots: readonly PitchSlot[]) =>
    slots.map((slot) => ({ ...slot, player: slot.player && ahead(slot.player) }));
  return { formation, field: of(field), bench: of(bench) };
}

/** The team with the places of the gameweek that it played. */
function asPlayed(
  team: ParticipationDetails,
  { formation, field, bench }: GameweekSheet,
): ParticipationDetails {
  const ids = (slots: readonly PitchSlot[]) => slots.flatMap(({ player }) => player?.id ?? []);
  return { ...team, formation, field_players: ids(field), bench_players: ids(bench) };
}

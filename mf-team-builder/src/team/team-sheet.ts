import type {
  ParticipationDetails,
  ParticipationGameweek,
  ParticipationPlayer,
} from '@touchline/api/http/entries';
import type { Draft } from '@touchline/rules/draft';
import { type FormationName, listSlots } from '@touchline/rules/formations';
import { mapPositions, type PositionsById } from '@touchline/rules/lineup';
import { applyArmband } from '@touchline/rules/points';
import { formatPrice, priceTenths } from '@touchline/rules/prices';
import { plural } from '@touchline/ui/format';
import type { PitchPlayer, PitchSlot } from '@touchline/ui/Pitch';

/** A player's state in the shown gameweek. */
export interface PlayerStatus {
  /** With the armband; null until a match that counts has started. */
  points: number | null;
  live: boolean;
  didNotPlay: boolean;
  provisional: boolean;
  doubled: boolean;
  /** Describes a substitution of the player. */
  note: string | undefined;
}

/** Finds the gameweek that the players' points belong to; undefined before the first. */
export function findGameweek(team: ParticipationDetails): ParticipationGameweek | undefined {
  return team.gameweeks.find(({ gameweek }) => gameweek === team.gameweek);
}

export function computePlayerStatus(
  player: ParticipationPlayer,
  gameweek: ParticipationGameweek | undefined,
): PlayerStatus {
  const counting = player.fixtures.filter((fixture) => fixture.counts);
  const doubled = gameweek?.armband === player.id;
  const started = counting.some((fixture) => fixture.started);
  const live = counting.some((fixture) => fixture.started && !fixture.over);
  return {
    points: started ? applyArmband(player.current_points, doubled) : null,
    live,
    didNotPlay: counting.length > 0 && counting.every((fixture) => fixture.over) && !hasPlayed(player),
    provisional: live || counting.some((fixture) => fixture.provisional_bonus > 0),
    doubled,
    note: describeSubstitution(player.id, gameweek),
  };
}

/** True for at least one minute or a card. Without a minute on the pitch, only cards score. */
const hasPlayed = ({ minutes, current_points }: ParticipationPlayer) => minutes > 0 || current_points !== 0;

/** Describes whether a player comes on or goes off; undefined without a substitution. */
export function describeSubstitution(
  id: number,
  gameweek: ParticipationGameweek | undefined,
): string | undefined {
  for (const { in: on, out, projected } of gameweek?.substitutions ?? []) {
    if (on === id) return projected ? 'Set to come on' : 'Came on';
    if (out === id) return projected ? 'Set to go off' : 'Went off';
  }
  return undefined;
}

type Ids = ReadonlySet<number>;

/** A lineup, as pitch and bench slots. */
export interface Sheet {
  formation: FormationName;
  field: PitchSlot[];
  bench: PitchSlot[];
}

/** Builds pitch and bench of a lineup. The slots of a draft may be empty. */
export function buildSheet(
  { formation, slots, bench }: Pick<Draft, 'formation' | 'slots' | 'bench'>,
  positions: PositionsById,
  playerOf: (id: number) => PitchPlayer | undefined,
): Sheet {
  return {
    formation,
    field: listSlots(formation).map((slot, at) => {
      const id = slots[at];
      return { ...slot, player: id ? playerOf(id) : undefined };
    }),
    bench: bench.map((id, at) => ({
      id: `bench-${at + 1}`,
      position: positions.get(id) ?? 1,
      player: playerOf(id),
    })),
  };
}

/** Builds the sheet of a saved team. */
export function buildSavedSheet(team: ParticipationDetails, locked: Ids): Sheet {
  const { formation, field_players: slots, bench_players: bench } = team;
  return buildSheet(
    { formation, slots, bench },
    mapPositions(team.players),
    createPlayerLookup(team, locked),
  );
}

/** Creates the function that finds a player for the pitch. `locked` comes from `useLocked`. */
export function createPlayerLookup(
  team: ParticipationDetails,
  locked: Ids,
): (id: number) => PitchPlayer | undefined {
  const byId = new Map(team.players.map((player) => [player.id, player]));
  const gameweek = findGameweek(team);
  return (id) => {
    const player = byId.get(id);
    if (!player) return undefined;
    return {
      ...buildPitchPlayer(player, team, computePlayerStatus(player, gameweek)),
      locked: locked.has(player.id),
    };
  };
}

/** Formats the opponents of matches that have not started, "AVL (A)"; the price if there are none. */
function formatOpponents({ fixtures, price }: ParticipationPlayer): string {
  const next = fixtures.filter(({ counts, started }) => counts && !started);
  if (next.length === 0) return formatPrice(priceTenths(price));
  return next.map(({ opponent, home }) => `${opponent} (${home ? 'H' : 'A'})`).join(', ');
}

function buildPitchPlayer(
  player: ParticipationPlayer,
  team: ParticipationDetails,
  status: PlayerStatus,
): PitchPlayer {
  const band = player.id === team.captain_id ? 'C' : player.id === team.vice_captain_id ? 'V' : undefined;
  const { points, live, didNotPlay, provisional, note } = status;
  return {
    id: player.id,
    name: player.web_name,
    clubCode: player.team_code,
    clubShort: player.team_short_name,
    pill: points === null ? formatOpponents(player) : plural(points, 'pt'),
    live,
    didNotPlay,
    provisional: points !== null && provisional,
    ...(band ? { band } : {}),
    ...(note ? { note } : {}),
  };
}

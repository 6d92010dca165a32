import type { Participation, ParticipationDetails, RosterPlayer } from '@touchline/api/http/entries';
import { formatPrice, priceTenths } from '@touchline/rules/prices';
import { BUDGET_TENTHS, squadCost, squadRejection } from '@touchline/rules/squad';
import type { DraftState } from '../draft/draft-state.ts';
import { type BuilderPlayer, describeFitness } from '../football/builder-players.ts';
import type { Upcoming } from '../football/use-upcoming.ts';

/** Finds the user's latest team of another game. */
export const findLastTeam = (teams: readonly Participation[], gameId: string | undefined) =>
  teams
    .filter(({ game_id }) => game_id !== gameId)
    .toSorted((a, b) => Date.parse(b.joined_at) - Date.parse(a.joined_at))[0];

/** Current data, by season-stable code. */
type Current = ReadonlyMap<number, BuilderPlayer>;

/** Finds a saved player in the current feed; null if the player cannot be picked any more or changed position. */
function findCurrent(saved: RosterPlayer, current: Current): BuilderPlayer | null {
  const player = current.get(saved.code);
  return player?.selectable && player.position === saved.position ? player : null;
}

/** Builds a draft with the lineup of a saved team. Places of players who cannot be picked any more stay empty. */
export function copyTeam(team: ParticipationDetails, current: Current): DraftState {
  const byOldId = new Map(team.roster_snapshot.map((saved) => [saved.id, findCurrent(saved, current)]));
  const toId = (old: number) => byOldId.get(old)?.id ?? null;
  return {
    draft: {
      formation: team.formation,
      slots: team.field_players.map(toId),
      bench: team.bench_players.map(toId).filter((id) => id !== null),
      captain_id: toId(team.captain_id),
      vice_captain_id: toId(team.vice_captain_id),
    },
    random_ids: [],
  };
}

/** A saved player whose price, club, fitness, match or place in the league has changed. */
export interface SavedPlayerChange {
  saved: RosterPlayer;
  /** Null if the player cannot be picked any more. */
  player: BuilderPlayer | null;
  texts: string[];
  /** The player cannot play in the first gameweek, or may not. */
  isProblem: boolean;
}

/** Lists the changes since a team was saved, problems first. `upcoming` has the first matches that count. */
export function listChanges(
  team: ParticipationDetails,
  current: Current,
  upcoming: Upcoming | null,
): SavedPlayerChange[] {
  return team.roster_snapshot
    .map((saved) => describeSavedPlayer(saved, findCurrent(saved, current), upcoming))
    .filter(({ texts }) => texts.length > 0)
    .sort((a, b) => Number(b.isProblem) - Number(a.isProblem));
}

function describeSavedPlayer(
  saved: RosterPlayer,
  player: BuilderPlayer | null,
  upcoming: Upcoming | null,
): SavedPlayerChange {
  if (!player) return { saved, player, texts: ['Cannot be picked any more'], isProblem: true };
  const before = priceTenths(saved.price);
  const fitness = describeFitness(player);
  const isBlank = upcoming?.has(player.club_code) === false;
  const texts = [
    ...(fitness ? [fitness.text] : []),
    ...(isBlank ? ['No match in this gameweek'] : []),
    ...(saved.team_code === player.club_code ? [] : [`Now at ${player.club_short}`]),
    ...(before === player.price ? [] : [`${formatPrice(before)} to ${formatPrice(player.price)}`]),
  ];
  return { saved, player, texts, isProblem: fitness !== null || isBlank };
}

/** A trade of two players of the same position. `out` is null if the squad has a free place. */
export interface Trade {
  out: BuilderPlayer | null;
  in: BuilderPlayer;
}

interface Market {
  squad: readonly BuilderPlayer[];
  players: readonly BuilderPlayer[];
  upcoming: Upcoming | null;
}

/** Suggests the fit player with a match and the best form for the place of `saved`; null if none fits into squad and budget. */
export function suggestSubstitute({ saved, player }: SavedPlayerChange, market: Market): Trade | null {
  const mates = market.squad.filter((mate) => mate !== player);
  const best = listFit(market)
    .filter((each) => each.position === saved.position && fits(each, mates))
    .sort(byForm)[0];
  return best ? { out: player, in: best } : null;
}

/** Suggests the trade that brings the squad into the budget and costs the fewest points; null within the budget. */
export function suggestSaving(market: Market): Trade | null {
  const excess = squadCost(market.squad) - BUDGET_TENTHS;
  if (excess <= 0) return null;
  const fit = listFit(market).sort(byForm);
  const trades = market.squad.flatMap((out) => {
    const mates = market.squad.filter((mate) => mate !== out);
    const cheaper = fit.find(
      (each) => each.position === out.position && each.price <= out.price - excess && fits(each, mates),
    );
    return cheaper ? [{ out, in: cheaper }] : [];
  });
  const loss = (trade: Trade) => (trade.out?.points ?? 0) - trade.in.points;
  return trades.sort((a, b) => loss(a) - loss(b))[0] ?? null;
}

const listFit = ({ squad, players, upcoming }: Market) =>
  players.filter(
    (player) =>
      !squad.includes(player) &&
      describeFitness(player) === null &&
      upcoming?.has(player.club_code) !== false,
  );
const fits = (player: BuilderPlayer, mates: readonly BuilderPlayer[]) =>
  squadRejection(player, mates) === null;
const byForm = (a: BuilderPlayer, b: BuilderPlayer) =>
  b.form - a.form || b.points - a.points || a.price - b.price || a.id - b.id;

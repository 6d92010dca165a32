import { TouchlineError } from '@touchline/api/errors';
import type { Participation, ParticipationDetails } from '@touchline/api/http/entries';
import type { Calendar } from '@touchline/rules/calendar';
import { lineupsOver } from '@touchline/rules/lineup-versions';
import type { Database } from '@touchline/service-kit/database';
import { entriesOf, findEntryOf, findOwnEntry, settledGameweeks } from '../entries/entries.store.ts';
import type { Entry } from '../entries/entry.ts';
import { editGameweek } from '../football/season.ts';
import { lineupsOf, type StoredLineup } from '../lineups/lineups.store.ts';
import type { Standings } from '../standings/standings.ts';
import type { StandingsCache } from '../standings/standings-cache.ts';
import { begunGameweeks, participationDetails, shownGameweek } from './details.ts';
import { explainOf } from './explain.store.ts';
import { participationOnTheWire } from './participation.ts';

export interface TeamDeps {
  db: Database;
  standings: StandingsCache;
  calendar: Calendar;
  now: () => number;
}

/** An entry as its owner sees it. */
export async function participationOf(deps: TeamDeps, entry: Entry): Promise<Participation> {
  const [standings, lineups] = await Promise.all([
    deps.standings.of(entry.game_id),
    lineupsOf(deps.db, [entry.id]),
  ]);
  return shown(deps, entry, lineups.get(entry.id)!, standings);
}

/** The participation of a wallet in a game, or 404. */
export async function participationIn(
  deps: TeamDeps,
  gameId: string,
  wallet: string,
): Promise<Participation> {
  const entry = await findEntryOf(deps.db, gameId, wallet);
  if (!entry) throw new TouchlineError('NOT_FOUND', 'You have not joined this game.');
  return participationOf(deps, entry);
}

/** Everything a wallet takes part in, the latest first. */
export async function participationsOf(deps: TeamDeps, wallet: string): Promise<Participation[]> {
  const entries = await entriesOf(deps.db, wallet);
  const lineups = await lineupsOf(
    deps.db,
    entries.map(({ id }) => id),
  );
  return Promise.all(
    entries.map(async (entry) =>
      shown(deps, entry, lineups.get(entry.id)!, await deps.standings.of(entry.game_id)),
    ),
  );
}

/** A wallet's team in detail; somebody else's is 404. */
export async function detailsOf(deps: TeamDeps, id: string, wallet: string): Promise<ParticipationDetails> {
  const { db, now, calendar } = deps;
  const entry = await findOwnEntry(db, id, wallet);
  if (!entry) throw new TouchlineError('NOT_FOUND', 'This team does not exist.');
  const standings = await deps.standings.of(entry.game_id);
  const at = now();
  const gameweeks = begunGameweeks(standings, at).map((gameweek) => gameweek.id);
  const gameweek = shownGameweek(standings)?.id ?? 0;
  const [lineups, settled, explain] = await Promise.all([
    lineupsOf(db, [entry.id]),
    settledGameweeks(db, entry.game_id, entry.ordinal, gameweeks),
    explainOf(
      db,
      standings.season.id,
      gameweek,
      entry.roster.map((player) => player.id),
    ),
  ]);
  const input = { entry, lineups: lineups.get(entry.id)!, standings, settled, explain, now: at, calendar };
  return participationDetails(input);
}

/** The formation is that of the line-up in force now. */
function shown(
  { now, calendar }: TeamDeps,
  entry: Entry,
  lineups: readonly StoredLineup[],
  standings: Standings,
): Participation {
  const at = now();
  const edited = editGameweek(standings.season, standings.game, at);
  const current = lineupsOver(lineups, edited).at(-1) ?? lineups[0]!;
  return participationOnTheWire(entry, current.formation, standings, at, calendar);
}

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
import { toWireParticipation } from './participation.ts';

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
  return summary(entry, lineups.get(entry.id)!, standings, deps.now(), deps.calendar);
}

/**
 * The participation of a wallet in a game.
 * @throws TouchlineError NOT_FOUND
 */
export async function participationIn(
  deps: TeamDeps,
  gameId: string,
  wallet: string,
): Promise<Participation> {
  const entry = await findEntryOf(deps.db, gameId, wallet);
  if (!entry) throw new TouchlineError('NOT_FOUND', 'You have not joined this game.');
  return participationOf(deps, entry);
}

/** All participations of a wallet, latest first. */
export async function participationsOf(
  { db, standings, calendar, now }: TeamDeps,
  wallet: string,
): Promise<Participation[]> {
  const entries = await entriesOf(db, wallet);
  const lineups = await lineupsOf(
    db,
    entries.map(({ id }) => id),
  );
  return Promise.all(
    entries.map(async (entry) => {
      const current = await standings.of(entry.game_id);
      return summary(entry, lineups.get(entry.id)!, current, now(), calendar);
    }),
  );
}

/**
 * A wallet's team in detail.
 * @throws TouchlineError NOT_FOUND, also for somebody else's team
 */
export async function detailsOf(
  { db, standings: cache, calendar, now }: TeamDeps,
  id: string,
  wallet: string,
): Promise<ParticipationDetails> {
  const entry = await findOwnEntry(db, id, wallet);
  if (!entry) throw new TouchlineError('NOT_FOUND', 'This team does not exist.');
  const standings = await cache.of(entry.game_id);
  const at = now();
  const gameweeks = begunGameweeks(standings, at).map((gameweek) => gameweek.id);
  const [lineups, settled, explain] = await Promise.all([
    lineupsOf(db, [entry.id]),
    settledGameweeks(db, entry.game_id, entry.ordinal, gameweeks),
    explainOf(
      db,
      standings.season.id,
      shownGameweek(standings)?.id ?? 0,
      entry.roster.map((player) => player.id),
    ),
  ]);
  return participationDetails({
    entry,
    lineups: lineups.get(entry.id)!,
    standings,
    settled,
    explain,
    now: at,
    calendar,
  });
}

/** With the formation of the lineup in force now. */
function summary(
  entry: Entry,
  lineups: readonly StoredLineup[],
  standings: Standings,
  now: number,
  calendar: Calendar,
): Participation {
  const edited = editGameweek(standings.season, standings.game, now);
  const current = lineupsOver(lineups, edited).at(-1) ?? lineups[0]!;
  return toWireParticipation(entry, current.formation, standings, now, calendar);
}

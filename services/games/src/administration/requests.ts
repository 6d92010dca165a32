import { gamesChangesRequest } from '@touchline/api/events/admin-changes';
import {
  clearEntryPoints,
  clearWalletPoints,
  editEntry,
  entriesRequest,
  entryRequest,
  excludeEntry,
  restoreEntryPoints,
} from '@touchline/api/events/admin-entries';
import { cancelGameForGood, editGame, gameRequest, gamesRequest } from '@touchline/api/events/admin-games';
import {
  gamesHealthRequest,
  gamesSeriesRequest,
  gamesSwitchesRequest,
  gamesTotalsRequest,
  setGamesSwitch,
} from '@touchline/api/events/admin-services';
import type { ServiceHealth } from '@touchline/api/http/admin-overview';
import { listAdminChanges } from '@touchline/service-kit/administration/admin-changes';
import type { Switches } from '@touchline/service-kit/administration/switches';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { reply } from '@touchline/service-kit/messaging/request';
import { type EntryChangeDeps, readEntryDetails } from './change-entry.ts';
import { cancelGame, changeGameFields, type GameChangeDeps } from './change-game.ts';
import { clearPoints, clearPointsOfWallet, restorePoints, setExcluded } from './clear-points.ts';
import { editEntryFields } from './edit-entry.ts';
import { readGamesHealth } from './health.ts';
import type { EntryList } from './list-entries.ts';
import { listGames, readGameDetails } from './list-games.ts';
import { readSeries, readTotals } from './overview.store.ts';

export interface AdministrationDeps extends EntryChangeDeps, GameChangeDeps {
  entries: EntryList;
  bus: Bus;
  switches: Switches;
  chainHealth: () => Promise<NonNullable<ServiceHealth['chain']>>;
}

/** Replies to the admin service, which sends these requests on behalf of administrators. */
export function replyToAdminRequests(bus: Bus, deps: AdministrationDeps): void {
  reply(bus, entriesRequest, (input) => deps.entries.page(input));
  reply(bus, entryRequest, ({ id }) => readEntryDetails(deps, id));
  reply(bus, editEntry, (input) => editEntryFields(deps, input));
  reply(bus, clearEntryPoints, (input) => clearPoints(deps, input));
  reply(bus, clearWalletPoints, (input) => clearPointsOfWallet(deps, input));
  reply(bus, restoreEntryPoints, (input) => restorePoints(deps, input));
  reply(bus, excludeEntry, (input) => setExcluded(deps, input));
  reply(bus, gamesRequest, (input) => listGames(deps.db, input, deps.now()));
  reply(bus, gameRequest, ({ id }) => readGameDetails(deps, id));
  reply(bus, editGame, (input) => changeGameFields(deps, input));
  reply(bus, cancelGameForGood, (input) => cancelGame(deps, input));
  reply(bus, gamesSwitchesRequest, async () => ({ switches: await deps.switches.all() }));
  reply(bus, setGamesSwitch, (input) => deps.switches.set(input));
  reply(bus, gamesTotalsRequest, () => readTotals(deps.db));
  reply(bus, gamesSeriesRequest, async ({ per, from }) => ({ points: await readSeries(deps.db, per, from) }));
  reply(bus, gamesHealthRequest, () => readGamesHealth(deps));
  reply(bus, gamesChangesRequest, (input) => listAdminChanges(deps.db, input));
}

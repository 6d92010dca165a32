import { gamesChangesRequest } from '@touchline/api/events/admin-changes';
import {
  clearEntryPoints,
  clearWalletPoints,
  editEntry,
  entriesRequest,
  entryRequest,
  excludeEntry,
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
import { listAdminChanges } from '@touchline/service-kit/admin-changes';
import type { Bus } from '@touchline/service-kit/bus';
import { reply } from '@touchline/service-kit/request';
import type { Switches } from '@touchline/service-kit/switches';
import { readEntryDetails, type EntryChangeDeps } from './change-entry.ts';
import { cancelGame, changeGameFields, type GameChangeDeps } from './change-game.ts';
import { clearPoints, clearPointsOfWallet, setExcluded } from './clear-points.ts';
import { editEntryFields } from './edit-entry.ts';
import { readGamesHealth } from './health.ts';
import type { EntryList } from './list-entries.ts';
import { readGameDetails, listGames } from './list-games.ts';
import { readSeries, readTotals } from './overview.store.ts';

export interface AdministrationDeps extends EntryChangeDeps, GameChangeDeps {
  entries: EntryList;
  bus: Bus;
  switches: Switches;
  chainHealth: () => Promise<NonNullable<ServiceHealth['chain']>>;
}

/** Answers what the admin service asks on behalf of administrators. */
export function replyToAdminRequests(bus: Bus, deps: AdministrationDeps): void {
  reply(bus, entriesRequest, (asked) => deps.entries.page(asked));
  reply(bus, entryRequest, ({ id }) => readEntryDetails(deps, id));
  reply(bus, editEntry, (asked) => editEntryFields(deps, asked));
  reply(bus, clearEntryPoints, (asked) => clearPoints(deps, asked));
  reply(bus, clearWalletPoints, (asked) => clearPointsOfWallet(deps, asked));
  reply(bus, excludeEntry, (asked) => setExcluded(deps, asked));
  reply(bus, gamesRequest, (asked) => listGames(deps.db, asked, deps.now()));
  reply(bus, gameRequest, ({ id }) => readGameDetails(deps, id));
  reply(bus, editGame, (asked) => changeGameFields(deps, asked));
  reply(bus, cancelGameForGood, (asked) => cancelGame(deps, asked));
  reply(bus, gamesSwitchesRequest, async () => ({ switches: await deps.switches.all() }));
  reply(bus, setGamesSwitch, (asked) => deps.switches.set(asked));
  reply(bus, gamesTotalsRequest, () => readTotals(deps.db));
  reply(bus, gamesSeriesRequest, async ({ per, from }) => ({ points: await readSeries(deps.db, per, from) }));
  reply(bus, gamesHealthRequest, () => readGamesHealth(deps));
  reply(bus, gamesChangesRequest, (asked) => listAdminChanges(deps.db, asked));
}

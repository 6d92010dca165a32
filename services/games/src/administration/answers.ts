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
import { adminChangesAfter } from '@touchline/service-kit/admin-changes';
import type { Bus } from '@touchline/service-kit/bus';
import { reply } from '@touchline/service-kit/request';
import type { Switches } from '@touchline/service-kit/switches';
import { detailsOfEntry, type EntryChangeDeps } from './change-entry.ts';
import { cancelGame, correctGame, type GameChangeDeps } from './change-game.ts';
import { clearPoints, clearPointsOfWallet, setExcluded } from './clear-points.ts';
import { correctEntry } from './edit-entry.ts';
import { gamesHealth } from './health.ts';
import type { EntryList } from './list-entries.ts';
import { gameDetails, listGames } from './list-games.ts';
import { series, totals } from './overview.store.ts';

export interface AdministrationDeps extends EntryChangeDeps, GameChangeDeps {
  entries: EntryList;
  bus: Bus;
  switches: Switches;
  chainHealth: () => Promise<NonNullable<ServiceHealth['chain']>>;
}

/** Answers what the admin service asks on behalf of administrators. */
export function answerAdministrators(bus: Bus, deps: AdministrationDeps): void {
  reply(bus, entriesRequest, (asked) => deps.entries.page(asked));
  reply(bus, entryRequest, ({ id }) => detailsOfEntry(deps, id));
  reply(bus, editEntry, (asked) => correctEntry(deps, asked));
  reply(bus, clearEntryPoints, (asked) => clearPoints(deps, asked));
  reply(bus, clearWalletPoints, (asked) => clearPointsOfWallet(deps, asked));
  reply(bus, excludeEntry, (asked) => setExcluded(deps, asked));
  reply(bus, gamesRequest, (asked) => listGames(deps.db, asked, deps.now()));
  reply(bus, gameRequest, ({ id }) => gameDetails(deps, id));
  reply(bus, editGame, (asked) => correctGame(deps, asked));
  reply(bus, cancelGameForGood, (asked) => cancelGame(deps, asked));
  reply(bus, gamesSwitchesRequest, async () => ({ switches: await deps.switches.all() }));
  reply(bus, setGamesSwitch, (asked) => deps.switches.set(asked));
  reply(bus, gamesTotalsRequest, () => totals(deps.db));
  reply(bus, gamesSeriesRequest, async ({ per, from }) => ({ points: await series(deps.db, per, from) }));
  reply(bus, gamesHealthRequest, () => gamesHealth(deps));
  reply(bus, gamesChangesRequest, (asked) => adminChangesAfter(deps.db, asked));
}

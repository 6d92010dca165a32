import { askGamesChanges } from '@touchline/api/events/admin-changes';
import {
  askEntries,
  askEntry,
  clearEntryPoints,
  clearWalletPoints,
  editEntry,
  excludeEntry,
} from '@touchline/api/events/admin-entries';
import { askGame, askGames, cancelGameForGood, editGame } from '@touchline/api/events/admin-games';
import {
  askGamesHealth,
  askGamesSeries,
  askGamesSwitches,
  askGamesTotals,
  setGamesSwitch,
} from '@touchline/api/events/admin-parts';
import type { PartHealth } from '@touchline/api/http/admin-overview';
import { adminChangesAfter } from '@touchline/service-kit/admin-changes';
import { answer } from '@touchline/service-kit/ask';
import type { Bus } from '@touchline/service-kit/bus';
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
  chainHealth: () => Promise<NonNullable<PartHealth['chain']>>;
}

/** Answers what the admin service asks on behalf of administrators. */
export function answerAdministrators(bus: Bus, deps: AdministrationDeps): void {
  answer(bus, askEntries, (asked) => deps.entries.page(asked));
  answer(bus, askEntry, ({ id }) => detailsOfEntry(deps, id));
  answer(bus, editEntry, (asked) => correctEntry(deps, asked));
  answer(bus, clearEntryPoints, (asked) => clearPoints(deps, asked));
  answer(bus, clearWalletPoints, (asked) => clearPointsOfWallet(deps, asked));
  answer(bus, excludeEntry, (asked) => setExcluded(deps, asked));
  answer(bus, askGames, (asked) => listGames(deps.db, asked, deps.now()));
  answer(bus, askGame, ({ id }) => gameDetails(deps, id));
  answer(bus, editGame, (asked) => correctGame(deps, asked));
  answer(bus, cancelGameForGood, (asked) => cancelGame(deps, asked));
  answer(bus, askGamesSwitches, async () => ({ switches: await deps.switches.all() }));
  answer(bus, setGamesSwitch, (asked) => deps.switches.set(asked));
  answer(bus, askGamesTotals, () => totals(deps.db));
  answer(bus, askGamesSeries, async ({ per, from }) => ({ points: await series(deps.db, per, from) }));
  answer(bus, askGamesHealth, () => gamesHealth(deps));
  answer(bus, askGamesChanges, (asked) => adminChangesAfter(deps.db, asked));
}

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
import { adminChangesAfter } from '@touchline/service-kit/admin-changes';
import { answer } from '@touchline/service-kit/ask';
import type { Bus } from '@touchline/service-kit/bus';
import { detailsOfEntry, type EntryChangeDeps } from './change-entry.ts';
import { cancelGame, correctGame, type GameChangeDeps } from './change-game.ts';
import { clearPoints, clearPointsOfWallet, setExcluded } from './clear-points.ts';
import { correctEntry } from './edit-entry.ts';
import type { EntryList } from './list-entries.ts';
import { gameDetails, listGames } from './list-games.ts';

export interface AdministrationDeps extends EntryChangeDeps, GameChangeDeps {
  entries: EntryList;
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
  answer(bus, askGamesChanges, (asked) => adminChangesAfter(deps.db, asked));
}

import { gamesChangesRequest } from '@touchline/api/events/admin-changes';
import {
  gamesHealthRequest,
  gamesSeriesRequest,
  gamesSwitchesRequest,
  gamesTotalsRequest,
} from '@touchline/api/events/admin-services';
import { setSwitch } from '@touchline/api/http/admin-controls';
import {
  clearAllPoints,
  clearPoints,
  excludeParticipation,
  getAdminParticipation,
  includeParticipation,
  listAdminParticipations,
  restorePoints,
  revealLineup,
  updateAdminParticipation,
} from '@touchline/api/http/admin-entries';
import {
  cancelAdminGame,
  getAdminGame,
  listAdminGames,
  updateAdminGame,
} from '@touchline/api/http/admin-games';
import { listAdminChanges } from '@touchline/service-kit/administration/admin-changes';
import { type OwnerDeps, replyToEndpoint } from '@touchline/service-kit/administration/owner-requests';
import { collectHealth, type OwnHealth } from '@touchline/service-kit/administration/service-health';
import type { Switches } from '@touchline/service-kit/administration/switches';
import { reply } from '@touchline/service-kit/messaging/request';
import { type EntryChangeDeps, readEntryDetails, revealEntry } from './change-entry.ts';
import { cancelGame, changeGameFields, type GameChangeDeps } from './change-game.ts';
import { clearEntryPoints, clearPointsOfWallet, restoreEntryPoints, setExcluded } from './clear-points.ts';
import { editEntryFields } from './edit-entry.ts';
import { createEntryList, type EntryList, type EntryListDeps } from './list-entries.ts';
import { listGames, readGameDetails } from './list-games.ts';
import { readSeries, readTotals } from './overview.store.ts';

interface AdministrationDeps extends EntryChangeDeps, GameChangeDeps, EntryListDeps, OwnHealth, OwnerDeps {
  switches: Switches;
}

/** Replies to the admin service, which sends these requests on behalf of administrators. @returns their list of entries */
export function createAdministration(deps: AdministrationDeps): EntryList {
  const { bus, db, switches } = deps;
  const entries = createEntryList(deps);
  replyToEntryRequests(deps, entries);
  replyToGameRequests(deps);
  replyToEndpoint(deps, setSwitch, async ({ params: { name }, body: { on }, by }) => ({
    switch: await switches.set({ by, name, on }),
  }));
  reply(bus, gamesSwitchesRequest, async () => ({ switches: await switches.all() }));
  reply(bus, gamesTotalsRequest, () => readTotals(db));
  reply(bus, gamesSeriesRequest, async ({ per, from }) => ({ points: await readSeries(db, per, from) }));
  reply(bus, gamesHealthRequest, () => collectHealth(db, bus, deps));
  reply(bus, gamesChangesRequest, (input) => listAdminChanges(db, input));
  return entries;
}

function replyToEntryRequests(deps: AdministrationDeps, entries: EntryList): void {
  replyToEndpoint(deps, listAdminParticipations, ({ query }) => entries.page(query));
  replyToEndpoint(deps, getAdminParticipation, async ({ params: { id } }) => ({
    participation: await readEntryDetails(deps, id),
  }));
  replyToEndpoint(deps, updateAdminParticipation, async ({ params: { id }, body: change, version, by }) => ({
    participation: await editEntryFields(deps, { by, id, version, change }),
  }));
  replyToEndpoint(deps, revealLineup, async ({ params: { id }, by }) => ({
    participation: await revealEntry(deps, id, by),
  }));
  replyToEndpoint(deps, clearPoints, async ({ params: { id }, version, by }) => ({
    participation: await clearEntryPoints(deps, { by, id, version }),
  }));
  replyToEndpoint(deps, clearAllPoints, ({ params: { userId: wallet }, by }) =>
    clearPointsOfWallet(deps, { by, wallet }),
  );
  replyToEndpoint(deps, restorePoints, async ({ params: { id }, version, by }) => ({
    participation: await restoreEntryPoints(deps, { by, id, version }),
  }));
  replyToEndpoint(deps, excludeParticipation, async ({ params: { id }, version, by }) => ({
    participation: await setExcluded(deps, { by, id, version, excluded: true }),
  }));
  replyToEndpoint(deps, includeParticipation, async ({ params: { id }, version, by }) => ({
    participation: await setExcluded(deps, { by, id, version, excluded: false }),
  }));
}

function replyToGameRequests(deps: AdministrationDeps): void {
  replyToEndpoint(deps, listAdminGames, ({ query }) => listGames(deps.db, query, deps.now()));
  replyToEndpoint(deps, getAdminGame, async ({ params: { id } }) => ({
    game: await readGameDetails(deps, id),
  }));
  replyToEndpoint(deps, updateAdminGame, async ({ params: { id }, body: change, version, by }) => ({
    game: await changeGameFields(deps, { by, id, version, change }),
  }));
  replyToEndpoint(deps, cancelAdminGame, ({ params: { id }, version, by }) =>
    cancelGame(deps, { by, id, version }),
  );
}

import { getParticipation, myParticipations, type ParticipationDetails } from '@touchline/api/http/entries';
import type { MatchEvent } from '@touchline/api/http/fpl';
import { createFakeHost, FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKeptData } from '../kept-data.ts';
import { myTeamsQuery } from '../my-teams.query.ts';
import { createQueryClient } from '../query-client.ts';
import { buildGameweek, buildGoal, buildTeam } from '../testing/match-events.ts';
import type { QuietToast } from '../toasts.ts';
import { createNotifier } from './notifier.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A notifier with the cache of the real page. Tests set the user's teams. */
function startNotifier() {
  const server = { teams: [] as ParticipationDetails[] };
  const host = {
    ...createFakeHost({
      responses: [
        fakeResponse(myParticipations, () => ({ participations: server.teams })),
        fakeResponse(getParticipation, ({ params }) => ({
          participation: server.teams.find(({ id }) => id === params.id)!,
        })),
      ],
    }),
    queryClient: createQueryClient(createKeptData(undefined, () => FAKE_ADDRESS)),
  };
  const toasts: QuietToast[] = [];
  const notifier = createNotifier({
    host,
    wallet: FAKE_ADDRESS,
    isBusy: () => false,
    show: (toast) => void toasts.push(toast),
    count: () => {},
  });
  return { server, host, toasts, notifier };
}

/** Reports that the standings of the team's game were updated, and waits for the toast and the pause after it. */
async function updateStandings(
  { server, host }: ReturnType<typeof startNotifier>,
  team: ParticipationDetails,
) {
  await vi.advanceTimersByTimeAsync(1_000);
  server.teams = [team];
  host.emit({ topic: 'leaderboard', game_id: team.game_id, gameweek: 12 });
  await vi.advanceTimersByTimeAsync(15_000);
}

test('API-41 an event of a team whose game has started since its list was loaded is notified', async () => {
  const page = startNotifier();
  const { server, host, toasts, notifier } = page;
  server.teams = [buildTeam({ game: { ...buildTeam().game, status: 'UPCOMING' } })];
  notifier.receive([]);
  const loaded = host.queryClient.fetchQuery(myTeamsQuery(host, FAKE_ADDRESS));
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await loaded).running).toEqual([]);
  server.teams = [buildTeam()];
  notifier.receive([buildGoal(7)]);
  await updateStandings(page, buildTeam({ rank: 8, earned_points: 54 }));
  expect(toasts.map(({ title }) => title)).toEqual(["67' GOAL Player7 +5"]);
  notifier.stop();
});

test('an event of a player who is only in the season team is notified with four running games', async () => {
  const page = startNotifier();
  const { server, toasts, notifier } = page;
  const { game } = buildTeam();
  const season = buildTeam({
    game: {
      ...game,
      id: fakeId(1, 1),
      name: 'Season',
      game_type: 'SEASON',
      start_time: '2026-08-15T12:00:00.000Z',
    },
    game_id: fakeId(1, 1),
  });
  const others = [21, 22, 23].map((n) => buildTeam({ id: fakeId(2, n), players: [] }));
  server.teams = [season, ...others];
  notifier.receive([]);
  await vi.advanceTimersByTimeAsync(1_000);
  notifier.receive([buildGoal(7)]);
  await updateStandings(page, { ...season, rank: 8, earned_points: 54 });
  expect(toasts.map(({ lines }) => lines.at(-1))).toEqual(['Season: you are 8th (up 4)']);
  notifier.stop();
});

test('a team that joined after the page was loaded is compared with its previous rank', async () => {
  const page = startNotifier();
  const { server, toasts, notifier } = page;
  server.teams = [buildTeam({ id: fakeId(2, 11) })];
  notifier.receive([]);
  await vi.advanceTimersByTimeAsync(1_000);
  server.teams = [buildTeam({ rank: 20 })];
  notifier.receive([buildGoal(7)]);
  await updateStandings(page, buildTeam({ rank: 12, earned_points: 54 }));
  notifier.receive([buildGoal(8), buildGoal(7)]);
  await updateStandings(page, buildTeam({ rank: 8, earned_points: 64 }));
  expect(toasts.map(({ lines }) => lines.at(-1))).toEqual([
    'Gameweek 12: you are 12th (up 8)',
    'Gameweek 12: you are 8th (up 4)',
  ]);
  notifier.stop();
});

test('a team that joined after the page was loaded has no rank until its standings include the event', async () => {
  const page = startNotifier();
  const { server, toasts, notifier } = page;
  server.teams = [buildTeam({ id: fakeId(2, 11) })];
  notifier.receive([]);
  await vi.advanceTimersByTimeAsync(1_000);
  server.teams = [buildTeam()];
  notifier.receive([buildGoal(7)]);
  await updateStandings(page, buildTeam());
  expect(toasts.map(({ lines }) => lines)).toEqual([['ARS 2-1 MCI']]);
  notifier.stop();
});

test('a goal of a bench player who came on waits for the standings that include it', async () => {
  const page = startNotifier();
  const { server, host, toasts, notifier } = page;
  const before = buildTeam({ gameweeks: [buildGameweek({ final_eleven: [8, 9] })] });
  server.teams = [before];
  notifier.receive([]);
  await vi.advanceTimersByTimeAsync(1_000);
  notifier.receive([buildGoal(9)]);
  await vi.advanceTimersByTimeAsync(1_000);
  host.emit({ topic: 'leaderboard', game_id: before.game_id, gameweek: 12 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(toasts).toEqual([]);
  await updateStandings(page, { ...before, rank: 8, earned_points: 54 });
  expect(toasts).toMatchObject([
    { title: "67' GOAL Player9 +5", lines: ['ARS 2-1 MCI', 'Gameweek 12: you are 8th (up 4)'] },
  ]);
  notifier.stop();
});

test('a goal is notified again when it is restored, however late, and when the player scores after its final removal', async () => {
  const page = startNotifier();
  const { server, host, toasts, notifier } = page;
  server.teams = [buildTeam()];
  notifier.receive([]);
  await vi.advanceTimersByTimeAsync(1_000);
  const goal = buildGoal(7);
  const removed = { ...goal, taken_back: true };
  const receive = async (event: MatchEvent, earned_points: number) => {
    notifier.receive([event]);
    await updateStandings(page, buildTeam({ earned_points }));
  };
  await receive(goal, 54);
  await receive(goal, 54);
  await receive(removed, 49);
  await vi.advanceTimersByTimeAsync(8 * 60_000);
  expect(host.api.now() - Date.parse(goal.seen_at!)).toBeGreaterThan(5 * 60_000);
  await receive(goal, 54);
  await receive(removed, 49);
  await vi.advanceTimersByTimeAsync(40 * 60_000);
  await receive(buildGoal(7, { minute: 88 }), 54);
  expect(toasts.map(({ title }) => title)).toEqual([
    "67' GOAL Player7 +5",
    'GOAL removed: Player7',
    "67' GOAL Player7 +5",
    'GOAL removed: Player7',
    "88' GOAL Player7 +5",
  ]);
  notifier.stop();
});

test('an event that happened while the page was suspended is only in the list, also one with the id of a removed event', async () => {
  const page = startNotifier();
  const { server, toasts, notifier } = page;
  server.teams = [buildTeam()];
  notifier.receive([buildGoal(7, { taken_back: true })]);
  await vi.advanceTimersByTimeAsync(1_000);
  notifier.receive([buildGoal(7, { seen_at: new Date(Date.now() - 6 * 60_000).toISOString() })]);
  await updateStandings(page, buildTeam({ earned_points: 54 }));
  expect(toasts).toEqual([]);
  notifier.stop();
});

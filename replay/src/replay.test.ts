import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ArchivePlayer, SeasonArchive } from './archive/archive.ts';
import { clubOfRow } from './archive/archive.ts';
import { demoArchive } from './demo-season/demo-season.ts';
import { type Replay, type ReplayOptions, startReplay } from './replay.ts';
import { testSeasons } from './testing/seasons.ts';

const running: Replay[] = [];
const dirs: string[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((replay) => replay.stop()));
  await Promise.all(dirs.splice(0).map((dir) => rm(dir, { recursive: true })));
});

async function start(options: ReplayOptions): Promise<Replay> {
  const replay = await startReplay(options);
  running.push(replay);
  return replay;
}

async function stateFile(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'touchline-replay-'));
  dirs.push(dir);
  return join(dir, 'replay', 'state.json');
}

interface Event {
  id: number;
  deadline_time: string;
  is_current: boolean;
  is_next: boolean;
  finished: boolean;
  data_checked: boolean;
}
interface Element {
  id: number;
  team: number;
  status: string;
  can_select: boolean;
  now_cost: number;
  total_points: number;
  form: string;
  element_type: number;
}
interface Bootstrap {
  events: Event[];
  elements: Element[];
  teams: { id: number }[];
  total_players: number;
}
interface Fixture {
  id: number;
  event: number | null;
  kickoff_time: string | null;
  started: boolean;
  finished: boolean;
  finished_provisional: boolean;
  minutes: number;
  team_h_score: number | null;
  team_a_score: number | null;
  stats: { identifier: string; a: unknown[]; h: unknown[] }[];
}
interface Live {
  elements: {
    id: number;
    stats: Record<string, number | string | boolean>;
    explain: { fixture: number; stats: { points: number; value: number; identifier: string }[] }[];
  }[];
}
interface Status {
  season: number;
  gameweek: number;
  phase: string;
  paused: boolean;
  virtual_time: number;
  phases: string[];
  goal?: { fixture: number; scorer: number; minute: number };
}

function reader({ url }: Replay) {
  const get = async <T>(path: string): Promise<T> => (await (await fetch(url + path)).json()) as T;
  const post = (path: string, body?: object) =>
    fetch(`${url}/control${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    });
  return {
    bootstrap: () => get<Bootstrap>('/bootstrap-static/'),
    fixtures: (gameweek?: number) =>
      get<Fixture[]>(gameweek === undefined ? '/fixtures/' : `/fixtures/?event=${gameweek}`),
    live: (gameweek: number) => get<Live>(`/event/${gameweek}/live/`),
    eventStatus: () =>
      get<{ status: { points: string; bonus_added: boolean }[]; leagues: string }>('/event-status/'),
    status: () => get<Status>('/control'),
    post,
    to: async (gameweek: number, phase: string) => {
      const response = await post('/advance', { to: { gameweek, phase } });
      expect(response.status).toBe(200);
      return (await response.json()) as Status;
    },
    advance: async (body: object) => (await (await post('/advance', body)).json()) as Status,
  };
}

const now = () => Date.now();
const sumRows = (player: ArchivePlayer, gameweek: number) =>
  player.rows.filter((row) => row.gameweek === gameweek).reduce((sum, row) => sum + row.total_points, 0);
/** The first gameweek in which some club plays twice. */
const doubleOf = (archive: SeasonArchive) => {
  for (let gameweek = 1; ; gameweek++) {
    const clubs = archive.fixtures
      .filter((one) => one.gameweek === gameweek)
      .flatMap((one) => [one.home, one.away]);
    if (new Set(clubs).size < clubs.length) return gameweek;
  }
};

describe.each(await testSeasons())('a paused replay of the $name', ({ archive }) => {
  const paused = () => start({ archiveDir: archive, fromGameweek: 1, paused: true });

  it('begins before the first deadline with everything needed for gameweek 1', async () => {
    const api = reader(await paused());
    const { events, elements, teams } = await api.bootstrap();
    expect(events).toHaveLength(38);
    expect(events.filter((event) => event.is_current)).toEqual([]);
    expect(events.find((event) => event.is_next)?.id).toBe(1);
    expect(teams).toHaveLength(20);
    const inFirst = archive.players.filter((player) => (player.rows[0]?.gameweek ?? 99) <= 2);
    expect(elements.map((element) => element.id)).toEqual(inFirst.map((player) => player.id));
    expect(elements.every((element) => element.element_type <= 4 && element.total_points === 0)).toBe(true);
    const fixtures = await api.fixtures();
    expect(fixtures).toHaveLength(380);
    expect(fixtures.every((one) => Date.parse(one.kickoff_time ?? '') > now() && !one.started)).toBe(true);
    const deadlines = events.map((event) => Date.parse(event.deadline_time));
    expect(deadlines).toEqual([...deadlines].sort((a, b) => a - b));
  });

  it('goes through the phases of a gameweek one by one', async () => {
    const api = reader(await paused());
    await api.advance({ to: 'next' });
    const { phases } = await api.status();
    const seen = ['deadline'];
    while (seen.at(-1) !== 'checked') seen.push((await api.advance({ to: 'next' })).phase);
    expect(seen).toEqual(phases);
    expect(await api.advance({ to: 'next' })).toMatchObject({ gameweek: 2, phase: 'deadline' });
  });

  it('starts, plays, ends and confirms a match', async () => {
    const api = reader(await paused());
    const first = async () => (await api.fixtures(1))[0];
    await api.to(1, 'deadline');
    expect(await first()).toMatchObject({ started: false, team_h_score: null, stats: [] });
    expect((await api.bootstrap()).events[0]).toMatchObject({ is_current: true, finished: false });
    await api.to(1, 'kickoff-1');
    const kickedOff = await first();
    expect(kickedOff).toMatchObject({ started: true, minutes: 0, team_h_score: 0, team_a_score: 0 });
    expect(Date.parse(kickedOff?.kickoff_time ?? '')).toBeLessThanOrEqual(now() + 1000);
    await api.to(1, 'half-1');
    expect((await first())?.minutes).toBe(45);
    await api.to(1, 'whistle-1');
    const record = archive.fixtures.find((one) => one.id === kickedOff?.id);
    const score = { team_h_score: record?.homeScore, team_a_score: record?.awayScore };
    expect(await first()).toMatchObject({
      finished_provisional: true,
      finished: false,
      minutes: 90,
      ...score,
    });
    const bonus = async () => (await first())?.stats.find((stat) => stat.identifier === 'bonus');
    expect(await bonus()).toEqual({ identifier: 'bonus', a: [], h: [] });
    expect((await api.eventStatus()).leagues).toBe('Updating');
    await api.to(1, 'bonus-1');
    expect(await first()).toMatchObject({ finished: true, ...score });
    const given = await bonus();
    expect((given?.a.length ?? 0) + (given?.h.length ?? 0)).toBeGreaterThan(2);
    await api.to(1, 'checked');
    expect((await api.bootstrap()).events[0]).toMatchObject({
      finished: true,
      data_checked: true,
      is_current: true,
    });
    const status = await api.eventStatus();
    expect(status.leagues).toBe('Updated');
    expect(status.status.every((day) => day.points === 'r' && day.bonus_added)).toBe(true);
  });

  it('ends a gameweek with two matches of a club exactly at the record', async () => {
    const api = reader(await paused());
    const gameweek = doubleOf(archive);
    await api.to(gameweek, 'checked');
    const { elements } = await api.live(gameweek);
    const players = new Map(archive.players.map((player) => [player.id, player]));
    let rows = 0;
    for (const element of elements) {
      const player = players.get(element.id) as ArchivePlayer;
      const played = player.rows.filter((row) => row.gameweek === gameweek);
      rows += played.length;
      expect(element.stats.total_points).toBe(sumRows(player, gameweek));
      expect(element.explain.map((one) => one.fixture)).toEqual(played.map((row) => row.fixture.id));
      const explained = element.explain
        .flatMap((one) => one.stats)
        .reduce((sum, stat) => sum + stat.points, 0);
      expect(explained).toBe(element.stats.total_points);
      for (const name of ['minutes', 'goals_scored', 'bonus', 'bps', 'saves'])
        expect(element.stats[name]).toBe(played.reduce((sum, row) => sum + (row.stats[name] ?? 0), 0));
    }
    const all = archive.players.flatMap((player) => player.rows).filter((row) => row.gameweek === gameweek);
    expect(rows).toBe(all.length);
  });

  it('shows the club of the latest match, and lists nobody earlier than a gameweek before his first', async () => {
    const api = reader(await paused());
    const mover = archive.players.find(
      (player) => new Set(player.rows.map(clubOfRow)).size > 1,
    ) as ArchivePlayer;
    const clubs = mover.rows.map(clubOfRow);
    const change = mover.rows.findIndex((row) => clubOfRow(row) !== clubs[0]);
    const club = async () => (await api.bootstrap()).elements.find((one) => one.id === mover.id)?.team;
    expect(await club()).toBe(clubs[0]);
    const late = archive.players.find((player) => player.rows[0]?.gameweek === 24) as ArchivePlayer;
    const listed = async () => (await api.bootstrap()).elements.some((one) => one.id === late.id);
    await api.to(21, 'checked');
    expect(await listed()).toBe(false);
    await api.to(22, 'deadline');
    expect(await listed()).toBe(true);
    await api.to(Math.max(23, mover.rows[change]?.gameweek ?? 0), 'checked');
    expect(await club()).toBe(clubs[change]);
  });

  it('makes players who left unavailable only from then on', async () => {
    const api = reader(await paused());
    const gone = archive.players.find(
      (player) =>
        player.goneFrom !== null &&
        player.goneFrom > Date.parse('2025-01-01') &&
        player.rows[0]?.gameweek === 1,
    ) as ArchivePlayer;
    const find = async () => (await api.bootstrap()).elements.find((one) => one.id === gone.id);
    expect(await find()).toMatchObject({ status: 'a', can_select: true });
    await api.to(38, 'deadline');
    expect(await find()).toMatchObject({ status: 'u', can_select: false });
  });

  it('sums up the season at its end, and then the next one begins', async () => {
    const api = reader(await paused());
    const before = await api.fixtures(1);
    await api.to(38, 'checked');
    const { elements } = await api.bootstrap();
    for (const player of archive.players) {
      const total = player.rows.reduce((sum, row) => sum + row.total_points, 0);
      expect(elements.find((one) => one.id === player.id)?.total_points).toBe(total);
    }
    const last = Date.parse((await api.bootstrap()).events[37]?.deadline_time ?? '');
    expect(await api.advance({ to: 'next' })).toMatchObject({ season: 1, gameweek: 0, phase: 'preseason' });
    const next = await api.bootstrap();
    expect(next.events[0]).toMatchObject({ is_next: true, finished: false });
    expect(Date.parse(next.events[0]?.deadline_time ?? '')).toBeGreaterThan(last);
    expect(next.elements.every((one) => one.total_points === 0)).toBe(true);
    const after = await api.fixtures(1);
    expect(after.map((one) => one.id)).toEqual(before.map((one) => one.id));
    expect(after.every((one) => !one.started)).toBe(true);
  });
});

describe('the replay over HTTP', () => {
  const archive = demoArchive();

  it('answers 304 while nothing has changed and a new tag when something has', async () => {
    const replay = await start({ archiveDir: archive, fromGameweek: 1, paused: true });
    const api = reader(replay);
    await api.to(1, 'kickoff-1');
    for (const path of [
      '/bootstrap-static/',
      '/fixtures/',
      '/fixtures/?event=1',
      '/event/1/live/',
      '/event-status/',
    ]) {
      const first = await fetch(replay.url + path);
      const etag = first.headers.get('etag') ?? '';
      const again = await fetch(replay.url + path, { headers: { 'if-none-match': etag } });
      expect([first.status, again.status]).toEqual([200, 304]);
    }
    const tag = async () => (await fetch(`${replay.url}/event/1/live/`)).headers.get('etag');
    const before = await tag();
    await api.advance({ minutes: 30 });
    expect(await tag()).not.toBe(before);
  });

  it.each(['/event/39/live/', '/event/0/live/', '/event/x/live/', '/fixtures/?event=39', '/nothing'])(
    'is 404 for %s',
    async (path) => {
      const replay = await start({ archiveDir: archive, paused: true });
      expect((await fetch(replay.url + path)).status).toBe(404);
    },
  );

  it('refuses what it does not understand at /control, and pages in a browser', async () => {
    const replay = await start({ archiveDir: archive, fromGameweek: 1, paused: true });
    const { post, to } = reader(replay);
    expect((await post('/advance', { to: 'yesterday' })).status).toBe(400);
    expect((await post('/advance', { minutes: 0 })).status).toBe(400);
    expect((await post('/nothing')).status).toBe(404);
    await to(2, 'deadline');
    expect((await post('/advance', { to: { gameweek: 1, phase: 'checked' } })).status).toBe(409);
    expect((await post('/advance', { to: { gameweek: 3, phase: 'kickoff-99' } })).status).toBe(409);
    const page = await fetch(`${replay.url}/control/resume`, {
      method: 'POST',
      headers: { origin: 'https://example.org' },
    });
    expect(page.status).toBe(403);
  });

  it('moves to the next goal and shows it', async () => {
    const api = reader(await start({ archiveDir: archive, fromGameweek: 1, paused: true }));
    await api.to(1, 'kickoff-1');
    const goals = async () => {
      const fixtures = await api.fixtures(1);
      return fixtures.reduce((sum, one) => sum + (one.team_h_score ?? 0) + (one.team_a_score ?? 0), 0);
    };
    for (let n = 0; n < 5; n++) {
      const before = await goals();
      const { goal } = await api.advance({ to: 'next-goal' });
      expect(await goals()).toBeGreaterThan(before);
      const scorer = (await api.live(1)).elements.find((one) => one.id === goal?.scorer);
      expect(scorer?.stats.goals_scored).toBeGreaterThan(0);
    }
  });

  it('begins by default with a match on, the next gameweek open and some weeks of form', async () => {
    const replay = await start({ archiveDir: archive });
    const api = reader(replay);
    const { events, elements } = await api.bootstrap();
    expect(events.find((event) => event.is_current)?.id).toBe(5);
    expect(events.find((event) => event.is_next)?.id).toBe(6);
    expect((await api.fixtures(5)).some((one) => one.started && !one.finished)).toBe(true);
    expect(elements.some((element) => Number(element.form) > 5)).toBe(true);
    const next = Date.parse(events[5]?.deadline_time ?? '') - Date.now();
    expect(next).toBeGreaterThan(60_000);
    expect(next).toBeLessThan(15 * 60_000);
    expect(replay.calendar()).not.toHaveProperty('season_window_hours');
    expect(replay.calendar()).toMatchObject({ deadline_lead_minutes: 1.5, poll_live_seconds: 1 });
  });
});

describe('the clock of a replay', () => {
  const archive = demoArchive();
  const HOUR = 3_600_000;

  it('stands still while the replay is stopped, and keeps what is past', async () => {
    const file = await stateFile();
    let time = 1_800_000_000_000;
    const options = { archiveDir: archive, stateFile: file, now: () => time };
    const first = await start(options);
    const before = await reader(first).fixtures();
    time += 60_000;
    const stand = await reader(first).status();
    await first.stop();
    time += 10 * HOUR;
    const second = await start(options);
    const after = await reader(second).fixtures();
    expect(await reader(second).status()).toEqual({ ...stand, next: expect.anything() });
    for (const [index, fixture] of before.entries()) {
      const moved = Date.parse(after[index]?.kickoff_time ?? '') - Date.parse(fixture.kickoff_time ?? '');
      expect(moved).toBe(fixture.started ? 0 : 10 * HOUR);
    }
  });

  it('does not fall back after a kill: it goes on where it had promised to be', async () => {
    const file = await stateFile();
    let time = 1_800_000_000_000;
    const killed = await start({ archiveDir: archive, stateFile: file, now: () => time });
    const promised = (await reader(killed).status()).virtual_time;
    const copy = await stateFile();
    await cp(file, copy);
    time += HOUR;
    const again = await start({ archiveDir: archive, stateFile: copy, now: () => time });
    const stand = (await reader(again).status()).virtual_time;
    expect(stand).toBeGreaterThanOrEqual(promised);
    expect(stand).toBeLessThanOrEqual(promised + 5000);
  });

  it('stays paused over a restart and goes on when it is told to', async () => {
    const file = await stateFile();
    let time = 1_800_000_000_000;
    const options = { archiveDir: archive, stateFile: file, now: () => time };
    const first = await start({ ...options, paused: true });
    await reader(first).to(7, 'kickoff-2');
    const { virtual_time } = await reader(first).status();
    await first.stop();
    time += HOUR;
    const second = await start(options);
    time += HOUR;
    expect(await reader(second).status()).toMatchObject({ paused: true, phase: 'kickoff-2', virtual_time });
    await reader(second).post('/resume');
    time += 61_000;
    const stand = await reader(second).status();
    expect(stand.paused).toBe(false);
    expect(stand.virtual_time - virtual_time).toBeGreaterThanOrEqual(60_000);
  });

  it('takes another length of gameweeks from the next gameweek on', async () => {
    const file = await stateFile();
    const time = 1_800_000_000_000;
    const options = { archiveDir: archive, stateFile: file, now: () => time };
    const first = await start(options);
    const before = await reader(first).bootstrap();
    await first.stop();
    const second = await start({ ...options, gameweekMinutes: 60 });
    const after = await reader(second).bootstrap();
    const gap = ({ events }: Bootstrap, index: number) =>
      Date.parse(events[index + 1]?.deadline_time ?? '') - Date.parse(events[index]?.deadline_time ?? '');
    expect([gap(before, 6), gap(after, 4), gap(after, 6)]).toEqual([30 * 60_000, 30 * 60_000, HOUR]);
    expect(after.events.slice(0, 6)).toEqual(before.events.slice(0, 6));
  });
});

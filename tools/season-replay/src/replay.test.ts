import { describe, expect, it } from 'vitest';
import { type ArchivePlayer, getClub, type SeasonArchive } from './archive/archive.ts';
import { createTestClient, start } from './testing/running-replay.ts';
import { loadTestSeasons } from './testing/seasons.ts';

const now = () => Date.now();
const sumRows = (player: ArchivePlayer, gameweek: number) =>
  player.rows.filter((row) => row.gameweek === gameweek).reduce((sum, row) => sum + row.total_points, 0);
/** Returns the first gameweek in which a club plays twice. */
const findDoubleGameweek = (archive: SeasonArchive) => {
  for (let gameweek = 1; ; gameweek++) {
    const clubs = archive.fixtures
      .filter((one) => one.gameweek === gameweek)
      .flatMap((one) => [one.home, one.away]);
    if (new Set(clubs).size < clubs.length) return gameweek;
  }
};

describe.each(await loadTestSeasons())('a paused replay of the $name', ({ archive }) => {
  const paused = () => start({ archive, fromGameweek: 1, paused: true });

  it('replay starts before the first deadline, with gameweek 1 next', async () => {
    const api = createTestClient(await paused());
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

  it('advancing visits the phases of a gameweek one by one', async () => {
    const api = createTestClient(await paused());
    await api.advance({ to: 'next' });
    const { phases } = await api.status();
    const seen = ['deadline'];
    while (seen.at(-1) !== 'checked') seen.push((await api.advance({ to: 'next' })).phase);
    expect(seen).toEqual(phases);
    expect(await api.advance({ to: 'next' })).toMatchObject({ gameweek: 2, phase: 'deadline' });
  });

  it('match starts, runs, ends and is confirmed', async () => {
    const api = createTestClient(await paused());
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

  it('double gameweek ends with exactly the recorded figures', async () => {
    const api = createTestClient(await paused());
    const gameweek = findDoubleGameweek(archive);
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

  it('feed shows the club of the latest match and lists new players one gameweek before their first match', async () => {
    const api = createTestClient(await paused());
    const mover = archive.players.find(
      (player) => new Set(player.rows.map(getClub)).size > 1,
    ) as ArchivePlayer;
    const clubs = mover.rows.map(getClub);
    const change = mover.rows.findIndex((row) => getClub(row) !== clubs[0]);
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

  it('players who left are unavailable from that day on', async () => {
    const api = createTestClient(await paused());
    const gone = archive.players.find(
      (player) =>
        player.leftAt !== null && player.leftAt > Date.parse('2025-01-01') && player.rows[0]?.gameweek === 1,
    ) as ArchivePlayer;
    const find = async () => (await api.bootstrap()).elements.find((one) => one.id === gone.id);
    expect(await find()).toMatchObject({ status: 'a', can_select: true });
    await api.to(38, 'deadline');
    expect(await find()).toMatchObject({ status: 'u', can_select: false });
  });

  it('season ends with the recorded totals, and the next season follows', async () => {
    const api = createTestClient(await paused());
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

import { describe, expect, it } from 'vitest';
import { DEMO_SEASON, readArchive } from './archive/archive-reader.ts';
import { createTestClient, start } from './testing/running-replay.ts';

const archive = await readArchive(DEMO_SEASON);

describe('replay over HTTP', () => {
  it('conditional requests return 304 until the content changes', async () => {
    const replay = await start({ archive, fromGameweek: 1, paused: true });
    const api = createTestClient(replay);
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
    'unknown path %s returns 404',
    async (path) => {
      const replay = await start({ archive, paused: true });
      expect((await fetch(replay.url + path)).status).toBe(404);
    },
  );

  it('/control rejects unknown actions, passed phases and web pages', async () => {
    const replay = await start({ archive, fromGameweek: 1, paused: true });
    const { post, to } = createTestClient(replay);
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

  it('next-goal moves the clock to the next goal, and the feed shows it', async () => {
    const api = createTestClient(await start({ archive, fromGameweek: 1, paused: true }));
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

  it('default start is during a match of gameweek 5, with gameweek 6 open and some weeks of form', async () => {
    const replay = await start({ archive });
    const api = createTestClient(replay);
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

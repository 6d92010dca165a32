import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getParticipation, myParticipations } from '@touchline/api/http/entries';
import { gameweekFixtures, type MatchEvent, matchEvents } from '@touchline/api/http/fpl';
import { listGames } from '@touchline/api/http/games';
import { LIVE_JITTER_MS } from '@touchline/host/coalesce';
import { fakeGame, fakeId } from '@touchline/host/testing/fake-objects';
import { type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { formatDayTime } from '@touchline/ui/format';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AT, buildMatch, buildTeam, MATCH_CENTRE, RUNNING, signIn, TIMES } from '../testing/match-centre.ts';
import { buildGameweek, buildTeam as buildRunningTeam } from '../testing/match-events.ts';
import { shellUnderTest, TestStream } from '../testing/shell-under-test.tsx';

const page = shellUnderTest();

const respond = (...responses: FakeResponse[]) => {
  page.server.responses = [...page.server.responses, ...responses];
};
beforeEach(() => respond(...MATCH_CENTRE));
afterEach(() => void vi.useRealTimers());

describe('match centre', () => {
  test('guests see the matches, with those in progress first, and the leaders', async () => {
    page.open();
    const strip = await screen.findByRole('list', { name: 'Matches of the gameweek' });
    await waitFor(() => expect(strip.children).toHaveLength(2));
    expect(strip.children[0]?.textContent).toBe("ARS 2-1 MCI67'");
    expect(await screen.findByText('Park the Bus')).toBeTruthy();
    expect(screen.getByText('Gameweek 12: provisional leaders')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All 61 teams' }).getAttribute('href')).toBe(
      `/rankings?game=${RUNNING.id}`,
    );
  });

  test.each([
    ['LIVE', 5, 'ARS 0-0 MCILIVE', /^2 live now/],
    ['Delayed', 20, 'ARS v MCIDelayed', /^1 live now/],
  ])(
    'a match without a reported start reads %s %d minutes after its kick-off',
    async (_, minutes, text, title) => {
      const kickoff_time = new Date(Date.now() - minutes * 60_000).toISOString();
      const fixtures = [buildMatch(1, { kickoff_time }), buildMatch(2, { started: true, minutes: 67 })];
      respond(fakeResponse(gameweekFixtures, { fixtures, season: '2026', updated_at: AT, stale: false }));
      page.open();
      expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
      const strip = screen.getByRole('list', { name: 'Matches of the gameweek' });
      const item = within(strip)
        .getAllByRole('listitem')
        .find(({ textContent }) => textContent === text);
      expect(item?.hasAttribute('data-live')).toBe(text.endsWith('LIVE'));
    },
  );

  test('the leaders of a game with a final result are not called provisional', async () => {
    const game = fakeGame(12, { ...TIMES, status: 'COMPLETED', settlement: 'FINAL' });
    respond(fakeResponse(listGames, { games: [game], total: 1 }));
    page.open();
    expect(await screen.findByText('Gameweek 12: leaders')).toBeTruthy();
  });

  test.each([
    ['provisional until its gameweeks are settled', false, '12th · provisional'],
    ['without a note once its gameweeks are settled', true, '12th'],
  ])('players see the rank of a running team %s', async (_, settled, text) => {
    signIn(page.server);
    const team = buildRunningTeam({ players: [] });
    const gameweeks = [buildGameweek({ settled })];
    respond(
      fakeResponse(myParticipations, { participations: [team] }),
      fakeResponse(getParticipation, { participation: { ...team, gameweeks } }),
    );
    page.open();
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test('a star next to a match event adds its player to the watchlist of a user; guests have none', async () => {
    const goal: MatchEvent = {
      id: '2-GOAL-7-1',
      kind: 'GOAL',
      fixture: 2,
      home: 'ARS',
      away: 'MCI',
      score: [2, 1],
      player: { id: 7, code: 70, web_name: 'Saka', club: 'ARS' },
      minute: 60,
      points: 5,
      seen_at: AT,
      taken_back: false,
    };
    const events = fakeResponse(matchEvents, { season: '2026', gameweek: 12, moments: [goal] });
    respond(events);
    page.open();
    expect(await screen.findByText('Saka (ARS)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Watch Saka' })).toBeNull();
    cleanup();
    signIn(page.server);
    respond(fakeResponse(myParticipations, { participations: [] }));
    page.open();
    fireEvent.click(await screen.findByRole('button', { name: 'Watch Saka', pressed: false }));
    expect(await screen.findByRole('button', { name: 'Watch Saka', pressed: true })).toBeTruthy();
    expect(localStorage.getItem('touchline.watchlist')).toBe('[70]');
  });

  test('players see their next team and their latest result', async () => {
    signIn(page.server);
    respond(
      fakeResponse(myParticipations, {
        participations: [buildTeam(1, 'COMPLETED'), buildTeam(2, 'UPCOMING')],
      }),
    );
    page.open();
    expect((await screen.findByText('You finished 2nd')).closest('li')?.textContent).toContain('37.3');
    const next = screen.getByRole('link', { name: 'Gameweek 2' });
    expect(next.getAttribute('href')).toBe(`/team-view/${fakeId(2, 2)}`);
    expect(next.closest('li')?.textContent).toMatch(/^Gameweek 2Rovers 2/);
  });

  test('players with four running teams see the one of the season first, and the number of the others', async () => {
    signIn(page.server);
    const names = ['Season', 'Gameweek 11', 'Gameweek 12', 'Cup'];
    const teams = names.map((name, n) =>
      buildRunningTeam({
        id: fakeId(2, n),
        game: {
          ...RUNNING,
          name,
          id: fakeId(1, n),
          game_type: n === 0 ? 'SEASON' : 'WEEKLY',
          start_time: `2026-11-2${n}T12:00:00.000Z`,
        },
      }),
    );
    respond(
      fakeResponse(myParticipations, { participations: teams.toReversed() }),
      fakeResponse(getParticipation, ({ params }) => ({
        participation: teams.find(({ id }) => id === params.id)!,
      })),
    );
    page.open();
    const more = await screen.findByRole('link', { name: 'and 1 more' });
    expect(more.getAttribute('href')).toBe('/my-team');
    const links = within(screen.getByRole('region', { name: /^Your teams/ })).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'My Teams',
      'Season',
      'Cup',
      'Gameweek 12',
      'and 1 more',
    ]);
  });

  test('a change of a leaderboard loads the teams of a player again only if one of them is in its game', async () => {
    signIn(page.server);
    const team = buildRunningTeam();
    respond(
      fakeResponse(myParticipations, { participations: [team] }),
      fakeResponse(getParticipation, { participation: team }),
    );
    page.open();
    await screen.findByText(/^12th/);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const count = () => page.server.count(`GET /games/participations/${team.id}`);
    const before = count();
    const send = async (game_id: string) => {
      act(() => TestStream.last?.send({ topic: 'leaderboard', game_id, gameweek: 12 }));
      await act(() => vi.advanceTimersByTimeAsync(LIVE_JITTER_MS));
    };
    await send(fakeId(1, 99));
    expect(count()).toBe(before);
    await send(team.game.id);
    expect(count()).toBe(before + 1);
  });

  test.each([
    ['All matches played only after a match that counts', true, '12th · All matches played'],
    ['only the rank of a team without matches that count', false, '12th'],
  ])('players see %s', async (_, counts, text) => {
    signIn(page.server);
    const team = buildRunningTeam();
    const players = team.players.map((player) => ({
      ...player,
      fixtures: player.fixtures.map((match) => ({ ...match, started: true, over: true, counts })),
    }));
    respond(
      fakeResponse(myParticipations, { participations: [team] }),
      fakeResponse(getParticipation, { participation: { ...team, players } }),
    );
    page.open();
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test('players see the next deadline beside the hero, guests see the pitch', async () => {
    page.open();
    expect(await screen.findByText('Park the Bus')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Next deadline' })).toBeNull();
    cleanup();
    signIn(page.server);
    const soon = new Date(Date.now() + 25 * 3_600_000).toISOString();
    const next = fakeGame(13, { ...TIMES, status: 'UPCOMING', name: 'Gameweek 13', start_time: soon });
    respond(
      fakeResponse(listGames, ({ query }) => ({
        games: query.status === 'UPCOMING' ? [next] : [RUNNING],
        total: 1,
      })),
    );
    page.open();
    const deadline = within(await screen.findByRole('region', { name: 'Next deadline' }));
    expect(await deadline.findByText('Gameweek 13')).toBeTruthy();
    expect(deadline.getByText(/^Starts .*, first prize 130 WLD$/)).toBeTruthy();
    expect(deadline.getByRole('timer', { name: 'Next deadline' }).textContent).toContain('01d');
  });

  test('times that are more than six days away have a date', async () => {
    signIn(page.server);
    const start = new Date();
    start.setDate(start.getDate() + 13);
    const game = fakeGame(13, { ...TIMES, status: 'UPCOMING', start_time: start.toISOString() });
    const fixtures = [buildMatch(1, { kickoff_time: start.toISOString() })];
    respond(
      fakeResponse(listGames, { games: [game], total: 1 }),
      fakeResponse(gameweekFixtures, { fixtures, season: '2026', updated_at: AT, stale: false }),
      fakeResponse(myParticipations, { participations: [buildTeam(2, 'UPCOMING', start.toISOString())] }),
    );
    page.open();
    const date = formatDayTime(start.toISOString());
    expect(await screen.findByText(date)).toBeTruthy();
    expect(await screen.findByText(`Starts ${date}`)).toBeTruthy();
    expect(await screen.findByText(`Starts ${date}, first prize 130 WLD`)).toBeTruthy();
  });
});

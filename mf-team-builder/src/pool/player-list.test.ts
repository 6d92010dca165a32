import { describe, expect, it } from 'vitest';
import { describeFitness, toBuilderPlayers } from '../football/builder-players.ts';
import { buildBootstrap, buildPlayer } from '../testing/fixtures.ts';
import { DEFAULT_FILTER, listPlayers } from './player-list.ts';

const bootstrap = buildBootstrap();
const players = toBuilderPlayers(bootstrap);
const list = (filter: Partial<typeof DEFAULT_FILTER>) =>
  listPlayers(players, { ...DEFAULT_FILTER, ...filter });

describe('listPlayers', () => {
  it('BUILD-13 search and position both narrow the list', () => {
    expect(list({ search: 'player17' }).map((player) => player.id)).toContain(17);
    expect(list({ search: 'arsenal' })).toHaveLength(15);
    expect(list({ search: 'ars' }).every((player) => player.club_short === 'ARS')).toBe(true);
    expect(list({ position: 1 }).every((player) => player.position === 1)).toBe(true);
    expect(list({ search: 'arsenal', position: 4 })).toHaveLength(3);
    expect(list({})).toHaveLength(300);
  });

  it('BUILD-13 the search finds names without their accents', () => {
    const named = toBuilderPlayers({
      teams: bootstrap.teams,
      players: ['Ødegaard', 'Gündoğan', 'Łukasz', 'Guðjohnsen'].map((web_name, at) =>
        buildPlayer(at + 1, { web_name }),
      ),
    });
    const found = (search: string) => listPlayers(named, { ...DEFAULT_FILTER, search }).map(({ id }) => id);
    expect(['odegaard', 'gundogan', 'lukasz', 'GUDJOHNSEN', 'Ødegaard'].map(found)).toEqual([
      [1],
      [2],
      [3],
      [4],
      [1],
    ]);
  });

  it.each(['points', 'price', 'form', 'ownership'] as const)(
    'BUILD-14 the list is sorted by %s in both directions',
    (sort) => {
      const down = list({ sort }).map((player) => player[sort]);
      expect(down).toEqual([...down].sort((a, b) => b - a));
      const up = list({ sort, ascending: true }).map((player) => player[sort]);
      expect(up).toEqual([...up].sort((a, b) => a - b));
    },
  );

  it('BUILD-17 an untouched end of the range 4 to 15 is open; a moved end includes its price', () => {
    const priced = toBuilderPlayers({
      teams: bootstrap.teams,
      players: [3.9, 4, 4.5, 14.5, 15, 15.5].map((price, at) => buildPlayer(at + 1, { price })),
    });
    const pricesIn = (prices: [number, number]) =>
      listPlayers(priced, { ...DEFAULT_FILTER, prices }).map((player) => player.price);
    expect(DEFAULT_FILTER.prices).toEqual([4, 15]);
    expect(pricesIn([4, 15])).toEqual([39, 40, 45, 145, 150, 155]);
    expect(pricesIn([4.5, 14.5])).toEqual([45, 145]);
    expect(pricesIn([4.5, 15])).toEqual([45, 145, 150, 155]);
  });

  it('BUILD-24, DATA-04 every club has a colour and three letters, and every player has the builder fields', () => {
    expect(new Set(players.map((player) => player.club_short)).size).toBe(20);
    for (const player of players) {
      expect(player.club_short).toMatch(/^[A-Z]{3}$/);
      expect(player.club_colour).toMatch(/^#[0-9A-F]{6}$/i);
      expect(player).toMatchObject({
        club: player.team_id,
        team_id: expect.any(Number),
        points: expect.any(Number),
        ownership: expect.any(Number),
        priceChange: expect.any(Number),
      });
    }
    const one = { team: 3, total_points: 61, selected_by_percent: 4.5, cost_change: -0.2 };
    const { teams } = buildBootstrap();
    expect(toBuilderPlayers({ teams, players: [buildPlayer(7, one)] })[0]).toMatchObject({
      club_short: teams[2]?.short_name,
      club: 3,
      team_id: 3,
      points: 61,
      ownership: 4.5,
      priceChange: -2,
    });
  });

  it('DATA-03 players with unknown positions are omitted', () => {
    expect(toBuilderPlayers({ teams: [], players: [buildPlayer(1, { position: 5 })] })).toEqual([]);
  });

  it('doubtful and unavailable players are flagged', () => {
    const [fit, doubt, out, gone] = toBuilderPlayers({
      teams: [],
      players: [
        buildPlayer(1),
        buildPlayer(2, { status: 'd', news: 'Knock', chance_of_playing: 75 }),
        buildPlayer(3, { status: 'i', news: 'Knee', chance_of_playing: 0 }),
        buildPlayer(4, { status: 'u', chance_of_playing: null }),
      ],
    });
    expect(fit && describeFitness(fit)).toBeNull();
    expect(doubt && describeFitness(doubt)).toEqual({ kind: 'doubt', text: 'Knock' });
    expect(out && describeFitness(out)).toEqual({ kind: 'out', text: 'Knee' });
    expect(gone && describeFitness(gone)).toEqual({ kind: 'out', text: 'Not available' });
    expect(gone?.selectable).toBe(false);
  });
});

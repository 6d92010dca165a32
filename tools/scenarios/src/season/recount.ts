import { type ArchivePlayer, getClub, type SeasonArchive } from '@touchline/season-replay/archive/archive';
import { between, type Random, randomFrom } from '@touchline/season-replay/random';
import type { ExpectedGameweek, ExpectedSquad } from './expected.ts';

const FORMATIONS = ['3-4-3', '3-5-2', '4-3-3', '4-4-2', '4-5-1', '5-3-2', '5-4-1'];
const COUNTS = { 1: 2, 2: 5, 3: 5, 4: 3 } as const;
const BUDGET = 1000;
const PER_CLUB = 2;

/**
 * Builds random squads with their points. Points are computed from the rows of the season without packages/rules, as an
 * independent reference.
 */
export function buildExpectations(
  archive: SeasonArchive,
  count: number,
  gameweeks: number[],
): ExpectedSquad[] {
  const random = randomFrom(count * 31 + 7);
  return Array.from({ length: count }, (_, index) => {
    const { formation, players } = randomSquad(archive, random);
    const [captain, vice] = shuffle(players.slice(0, 11), random);
    if (captain === undefined || vice === undefined) throw new Error('the squad has no players');
    return {
      squad: index + 1,
      formation,
      captain: captain.id,
      vice_captain: vice.id,
      players: players.map((player) => ({ element: player.id })),
      gameweeks: gameweeks.map((gameweek) => computeGameweek(players, captain, vice, gameweek)),
    };
  });
}

function randomSquad(
  archive: SeasonArchive,
  random: Random,
): { formation: string; players: ArchivePlayer[] } {
  for (;;) {
    const formation = FORMATIONS[between(random, 0, FORMATIONS.length - 1)] ?? '3-4-3';
    const pool = shuffle(
      archive.players.filter((player) => player.rows[0]?.gameweek === 1 && player.leftAt === null),
      random,
    );
    const clubs = new Map<number, number>();
    const take = (position: 1 | 2 | 3 | 4) => {
      const taken: ArchivePlayer[] = [];
      for (const player of pool) {
        const row = player.rows[0];
        if (player.position !== position || row === undefined || taken.length === COUNTS[position]) continue;
        const club = getClub(row);
        if ((clubs.get(club) ?? 0) === PER_CLUB) continue;
        clubs.set(club, (clubs.get(club) ?? 0) + 1);
        taken.push(player);
      }
      return taken;
    };
    const [keepers, defenders, midfielders, forwards] = [take(1), take(2), take(3), take(4)];
    const [d, m, f] = formation.split('-').map(Number);
    const field = [
      ...keepers.slice(0, 1),
      ...defenders.slice(0, d),
      ...midfielders.slice(0, m),
      ...forwards.slice(0, f),
    ];
    const all = [...keepers, ...defenders, ...midfielders, ...forwards];
    const bench = all.filter((player) => !field.includes(player));
    const cost = all.reduce((sum, player) => sum + (player.rows[0]?.value ?? 0), 0);
    if (all.length === 15 && cost <= BUDGET) return { formation, players: [...field, ...bench] };
  }
}

/** Computes the points of a squad in a gameweek: armband first, then substitutions in slot order. */
export function computeGameweek(
  squad: ArchivePlayer[],
  captain: ArchivePlayer,
  vice: ArchivePlayer,
  gameweek: number,
): ExpectedGameweek {
  const rows = (player: ArchivePlayer) => player.rows.filter((row) => row.gameweek === gameweek);
  const points = (player: ArchivePlayer) => rows(player).reduce((sum, row) => sum + row.total_points, 0);
  const played = (player: ArchivePlayer) =>
    rows(player).some(
      ({ stats }) => (stats.minutes ?? 0) + (stats.yellow_cards ?? 0) + (stats.red_cards ?? 0) > 0,
    );
  const eleven = squad.slice(0, 11);
  const bench = squad.slice(11);
  const armband = played(captain) ? captain : played(vice) ? vice : null;
  const substitutions: { out: number; in: number }[] = [];
  const final = [...eleven];
  for (const starter of eleven) {
    if (played(starter)) continue;
    const replacement = bench.find((player) => {
      if (final.includes(player) || !played(player)) return false;
      return isFormation(final.map((one) => (one === starter ? player : one)));
    });
    if (replacement === undefined) continue;
    final[final.indexOf(starter)] = replacement;
    substitutions.push({ out: starter.id, in: replacement.id });
  }
  const sum = (players: ArchivePlayer[]) => players.reduce((all, player) => all + points(player), 0);
  return {
    gameweek,
    points: squad.map(points),
    raw_total: sum(eleven) + points(captain),
    armband: armband?.id ?? null,
    substitutions,
    final_eleven: final.map((player) => player.id),
    total: sum(final) + (armband === null ? 0 : points(armband)),
  };
}

function isFormation(players: ArchivePlayer[]): boolean {
  const count = (position: number) => players.filter((player) => player.position === position).length;
  return count(1) === 1 && FORMATIONS.includes(`${count(2)}-${count(3)}-${count(4)}`);
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

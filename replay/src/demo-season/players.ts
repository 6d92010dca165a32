import type { Position } from '../archive/scoring.ts';
import { between, type Random } from '../matches/random.ts';
import { DEMO_CLUBS, type DemoClub } from './clubs.ts';
import { nameMaker } from './names.ts';

export interface DemoPlayer {
  id: number;
  code: number;
  first: string;
  second: string;
  position: Position;
  /** Club ids by the first gameweek in which they hold; one entry for almost everybody. */
  clubs: { from: number; club: number }[];
  /** About 1; how good he is among his team's players of his position. */
  quality: number;
  /** Tenths of a million at the start. */
  price: number;
  birth: string;
  /** The gameweek after which he has left the league. */
  leaves: { after: number; news: string; at: string } | null;
}

const SQUAD: [Position, number][] = [
  [1, 3],
  [2, 8],
  [3, 10],
  [4, 5],
];
/** Price of the cheapest and of the best of the best club, in tenths. */
const PRICES: Record<Position, [number, number]> = { 1: [40, 60], 2: [40, 75], 3: [45, 135], 4: [45, 145] };
const FIRST_CODE = 900_001;

/** 26 invented players for every club, one of whom moves, one leaves and one comes in winter. */
export function demoPlayers(random: Random): DemoPlayer[] {
  const name = nameMaker(random);
  const players: DemoPlayer[] = [];
  const add = (club: DemoClub, position: Position, place: number, from: number) => {
    const quality = Math.max(0.25, 1.25 - place * 0.12 + (random() - 0.5) * 0.2) * club.strength;
    const id = players.length + 1;
    players.push({
      id,
      code: FIRST_CODE + id,
      ...name(),
      position,
      clubs: [{ from, club: club.id }],
      quality,
      price: priceOf(position, quality, random),
      birth: `${between(random, 1990, 2006)}-${two(between(random, 1, 12))}-${two(between(random, 1, 28))}`,
      leaves: null,
    });
  };
  for (const club of DEMO_CLUBS) {
    for (const [position, count] of SQUAD) {
      for (let place = 0; place < count; place++) add(club, position, place, 1);
    }
  }
  winter(players, add);
  return players;
}

/** The winter window: a midfielder changes club, a defender leaves the league, a forward arrives. */
function winter(
  players: DemoPlayer[],
  add: (club: DemoClub, position: Position, place: number, from: number) => void,
): void {
  const first = (club: number, position: Position) =>
    players.find((player) => player.clubs[0]?.club === club && player.position === position);
  first(10, 3)?.clubs.push({ from: 24, club: 15 });
  const leaver = first(19, 2);
  if (leaver !== undefined) {
    leaver.leaves = { after: 23, news: 'Has left the league', at: '2026-02-02T18:00:00.000000Z' };
  }
  const club = DEMO_CLUBS[4];
  if (club !== undefined) add(club, 4, 0, 24);
}

function priceOf(position: Position, quality: number, random: Random): number {
  const [low, high] = PRICES[position];
  const share = Math.min(1, Math.max(0, (quality - 0.35) / 1.3)) ** 2.4;
  return Math.round((low + share * (high - low) + random() * 2) / 5) * 5;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

export function clubIn(player: DemoPlayer, gameweek: number): number | null {
  return player.clubs.findLast((one) => one.from <= gameweek)?.club ?? null;
}

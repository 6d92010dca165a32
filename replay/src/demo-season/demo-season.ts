import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SeasonArchive } from '../archive/archive.ts';
import { interpretArchive } from '../archive/archive-reader.ts';
import { parseCsv } from '../archive/csv.ts';
import { type Random, randomFrom } from '../matches/random.ts';
import { DEMO_CLUBS } from './clubs.ts';
import { type DemoRow, playMatch } from './match.ts';
import { clubIn, type DemoPlayer, demoPlayers } from './players.ts';
import { type DemoFixture, demoSchedule } from './schedule.ts';
import { fixturesCsv, playersCsv, rowsCsv, teamsCsv } from './tables.ts';

/** The four files of a season folder by their path in it. */
export interface DemoSeasonFiles {
  'teams.csv': string;
  'players_raw.csv': string;
  'fixtures.csv': string;
  'gws/merged_gw.csv': string;
}

/** A row with what the market knew at its deadline. */
export interface MarketRow extends DemoRow {
  fixture: DemoFixture;
  club: number;
  value: number;
  selected: number;
  transfers_in: number;
  transfers_out: number;
}

export interface PlayedFixture extends DemoFixture {
  score: [number, number];
  rows: MarketRow[];
}

const SEED = 20_250_815;
const MANAGERS = 10_000_000;

/** The generated season of real clubs and invented players: the same text at every call. */
export function generateDemoSeason(): DemoSeasonFiles {
  const random = randomFrom(SEED);
  const players = demoPlayers(random);
  const fixtures = playSeason(players, random);
  return {
    'teams.csv': teamsCsv(DEMO_CLUBS),
    'players_raw.csv': playersCsv(players, fixtures),
    'fixtures.csv': fixturesCsv(fixtures),
    'gws/merged_gw.csv': rowsCsv(fixtures),
  };
}

/** The demo season as the archive reader sees it. */
export function demoArchive(): SeasonArchive {
  const files = generateDemoSeason();
  return interpretArchive({
    teams: parseCsv(files['teams.csv']),
    players: parseCsv(files['players_raw.csv']),
    fixtures: parseCsv(files['fixtures.csv']),
    rows: parseCsv(files['gws/merged_gw.csv']),
  });
}

/** Writes the demo season as a folder in the archive's format. */
export async function writeDemoSeason(dir: string): Promise<void> {
  await mkdir(join(dir, 'gws'), { recursive: true });
  for (const [name, text] of Object.entries(generateDemoSeason())) await writeFile(join(dir, name), text);
}

function playSeason(players: DemoPlayer[], random: Random): PlayedFixture[] {
  const market = openMarket(players, random);
  const played: PlayedFixture[] = [];
  const absent = new Map<DemoPlayer, number>();
  let gameweek = 0;
  const byGameweek = demoSchedule().sort(
    (a, b) => a.gameweek - b.gameweek || a.kickoff - b.kickoff || a.id - b.id,
  );
  for (const fixture of byGameweek) {
    while (gameweek < fixture.gameweek) {
      gameweek++;
      market.next(gameweek);
    }
    const [home, away] = [fixture.home, fixture.away].map((club) => ({
      players: available(players, club, fixture.gameweek, absent, random),
      strength: DEMO_CLUBS[club - 1]?.strength ?? 1,
    }));
    if (home === undefined || away === undefined) continue;
    const { rows, score } = playMatch(home, away, random);
    const squads = [fixture.home, fixture.away].flatMap((club) =>
      players
        .filter((player) => clubIn(player, fixture.gameweek) === club)
        .map((player) => rows.find((row) => row.player === player) ?? idle(player, club === fixture.home)),
    );
    const full = squads.map((row) => {
      market.record(row);
      return { ...row, fixture, club: row.home ? fixture.home : fixture.away, ...market.of(row.player) };
    });
    played.push({ ...fixture, score, rows: full });
  }
  return played;
}

function idle(player: DemoPlayer, home: boolean): DemoRow {
  return { player, home, stats: {}, total_points: 0 };
}

/** Who is not injured and has not left; injuries last some weeks. */
function available(
  players: DemoPlayer[],
  club: number,
  gameweek: number,
  absent: Map<DemoPlayer, number>,
  random: Random,
): DemoPlayer[] {
  return players.filter((player) => {
    if (clubIn(player, gameweek) !== club) return false;
    if (player.leaves !== null && gameweek > player.leaves.after) return false;
    if ((absent.get(player) ?? 0) >= gameweek) return false;
    if (random() < 0.02) absent.set(player, gameweek + Math.floor(random() * 5));
    return true;
  });
}

interface Quote {
  value: number;
  selected: number;
  transfers_in: number;
  transfers_out: number;
}

/** Prices and ownership per gameweek: they follow the points of the gameweek before, slowly. */
function openMarket(players: DemoPlayer[], random: Random) {
  const quotes = new Map<DemoPlayer, Quote>();
  const points = new Map<DemoPlayer, number>();
  const worth = (player: DemoPlayer) => player.quality ** 3 * (0.6 + random() * 0.8);
  const worths = players.map(worth);
  const total = worths.reduce((sum, one) => sum + one, 0);
  for (const [index, player] of players.entries()) {
    const selected = Math.round(((worths[index] ?? 0) / total) * MANAGERS * 15);
    quotes.set(player, { value: player.price, selected, transfers_in: 0, transfers_out: 0 });
  }
  return {
    next(gameweek: number): void {
      if (gameweek > 1) {
        for (const player of players)
          quotes.set(player, moved(quoteOf(player), points.get(player) ?? 0, random));
      }
      points.clear();
    },
    record(row: DemoRow): void {
      points.set(row.player, (points.get(row.player) ?? 0) + row.total_points);
    },
    of: quoteOf,
  };

  function quoteOf(player: DemoPlayer): Quote {
    return quotes.get(player) ?? { value: player.price, selected: 0, transfers_in: 0, transfers_out: 0 };
  }
}

function moved(quote: Quote, points: number, random: Random): Quote {
  const pull = (points - 3) / 40;
  const share = (rate: number) => Math.round(quote.selected * Math.max(0, rate) * random());
  const transfers_in = share(0.02 + pull);
  const transfers_out = share(0.03 - pull / 2);
  const step = points >= 9 && random() < 0.5 ? 1 : points <= 1 && random() < 0.08 ? -1 : 0;
  return {
    value: Math.max(38, quote.value + step),
    selected: Math.max(100, quote.selected + transfers_in - transfers_out),
    transfers_in,
    transfers_out,
  };
}

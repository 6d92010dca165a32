import { earnedPoints, earnedThousandths } from '../points.ts';
import { awardPrizes } from '../prize-awards.ts';
import { prizeTable } from '../prize-table.ts';
import type { PublishedEntry, PublishedGameweek, PublishedResult } from '../result-document.ts';
import { RULES_VERSION } from '../rules-version.ts';
import { TOKEN_WEI } from '../tokens.ts';
import type { ResultHashes } from '../verify-result.ts';
import { rankStandings } from './standings.ts';
import { BENCH, buildLineup, FIELD, LAYOUT } from './teams.ts';

export interface TestResult {
  document: PublishedResult;
  gameweeks: PublishedGameweek[];
  entries: PublishedEntry[];
}

const START = Date.parse('2026-09-01T12:00:00Z');
const DAY = 86_400_000;
const FEE = 500n * TOKEN_WEI;
/** An entry that an administrator excluded, and one with a correction of 10 points. */
const EXCLUDED = 9;
export const CORRECTED = 7;

/** Points of a player, who plays the fixture with the same number. */
const playerPoints = (gameweek: number, player: number) => (gameweek === 5 ? player : (player * 7) % 11);

/** Builds the football data of a gameweek in which every player of the squad played. */
function buildGameweek(gameweek: number): PublishedGameweek {
  const players = LAYOUT.map((_, index) => index + 1);
  const kickoff = START + (gameweek - 5) * 7 * DAY;
  return {
    gameweek,
    fixtures: players.map((id) => ({ id, kickoff, home: id, away: 100 + id, started: true, over: true })),
    clubs: players.map((player) => ({ player, club: player })),
    scores: players.map((player) => ({
      fixture: player,
      player,
      points: playerPoints(gameweek, player),
      minutes: 90,
      cards: 0,
      bps: 0,
      bonus: 0,
    })),
  };
}

/** Builds an entry: every eleventh one has the same captain, every fourth one a coefficient of 1.05. */
function buildEntry(ordinal: number): PublishedEntry {
  const captain_id = FIELD[ordinal % 11]!;
  const vice_captain_id = FIELD[(ordinal + 1) % 11]!;
  const lineup = buildLineup({ captain_id, vice_captain_id, saved_at: START - DAY });
  const coefficient = ordinal % 4 === 0 ? 1050 : 1000;
  const delta = ordinal === CORRECTED ? 10 : 0;
  const gameweeks = [5, 6].map((gameweek) => {
    const points = [...FIELD, captain_id].reduce((sum, id) => sum + playerPoints(gameweek, id), 0);
    return { gameweek, points, coefficient, earned: earnedThousandths(points, coefficient) };
  });
  return {
    ordinal,
    wallet_address: `0x${ordinal.toString(16).padStart(40, '0')}`,
    joined_at: START - DAY + ordinal,
    rank: null,
    unranked: ordinal === EXCLUDED ? 'EXCLUDED' : null,
    eligible: ordinal !== EXCLUDED,
    amount: '0',
    leaf: null,
    roster: LAYOUT.map((position, index) => ({ player: index + 1, position, club: index + 1 })),
    lineups: [{ ...lineup, field: [...FIELD], bench: [...BENCH], effective_gameweek: 5 }],
    coefficients: coefficient === 1000 ? [] : [{ at: START - 2 * DAY, coefficient }],
    corrections: delta === 0 ? [] : [{ field: 'current_points', delta, from_gameweek: null }],
    gameweeks,
    gross: gameweeks.reduce((sum, { points }) => sum + points, delta),
    earned: gameweeks.reduce((sum, { earned }) => sum + earned, delta * 1000),
  };
}

/** Lists the lock roots of a gameweek: of its kick-off, and the final one. */
const listRoots = ({ gameweek, fixtures }: PublishedGameweek, entries: number) =>
  [false, true].map((final) => ({
    gameweek,
    locks_at: new Date(fixtures[0]!.kickoff! + (final ? DAY : 0)).toISOString(),
    final,
    root: '0'.repeat(64),
    entries,
  }));

/**
 * Publishes the correct result of a game over gameweeks 5 and 6 with `count` entries, some of them tied. A game in which all can win
 * has an entry fee, another one a guarantee.
 */
export async function publishResult(
  count: number,
  game: { id: string; eligibility: PublishedResult['plan']['eligibility'] },
  hashes: ResultHashes,
): Promise<TestResult> {
  const entries = Array.from({ length: count }, (_, index) => buildEntry(index + 1));
  if (game.eligibility === 'STAKERS')
    for (const entry of entries) entry.eligible &&= entry.coefficients.length > 0;
  const eligible = entries.filter((entry) => entry.eligible).length;
  const pool = FEE * BigInt(count);
  const isPaid = game.eligibility === 'ALL';
  const table = prizeTable({ template: 'TOP', entrants: eligible, pool, fee: isPaid ? FEE : 0n });
  const leaves = awardEntries(entries, table);
  const gameweeks = [5, 6].map(buildGameweek);
  const steps = entries.flatMap(({ ordinal, coefficients: [step] }) =>
    step ? [`${ordinal}:${step.at}=${step.coefficient}\n`] : [],
  );
  const document: PublishedResult = {
    rules_version: RULES_VERSION,
    game: {
      id: game.id,
      entry_fee: isPaid ? '500' : '0',
      start_time: new Date(START).toISOString(),
      end_time: new Date(START + 8 * DAY).toISOString(),
      first_gameweek: 5,
      last_gameweek: 6,
    },
    plan: {
      guarantee: isPaid ? '0' : pool.toString(),
      commission_bps: 0,
      template: 'TOP',
      rows: [],
      eligibility: game.eligibility,
    },
    paid_fees: isPaid ? pool.toString() : '0',
    pool: pool.toString(),
    entries: count,
    entrants: eligible,
    table: table.map((row) => ({ ...row, amount: row.amount.toString() })),
    prizes: leaves.length,
    total: pool.toString(),
    gameweeks: await Promise.all(
      gameweeks.map(async (data) => ({
        gameweek: data.gameweek,
        digest: await hashes.sha256(JSON.stringify(data)),
      })),
    ),
    coefficients_digest: await hashes.sha256(steps.join('')),
    lock_roots: gameweeks.flatMap((gameweek) => listRoots(gameweek, count)),
    settled_at: new Date(START + 9 * DAY).toISOString(),
    chain_id: 480,
    vault: `0x${'ab'.repeat(20)}`,
    game_key: hashes.computeGameKey(game.id),
    root: await hashes.computeRoot(leaves),
    podium: entries
      .filter(({ leaf }) => leaf !== null && leaf < 3)
      .sort((a, b) => a.leaf! - b.leaf!)
      .map(({ rank, wallet_address, earned, amount }) => ({
        rank: rank!,
        wallet_address,
        earned_points: earnedPoints(earned),
        amount,
      })),
  };
  return { document, gameweeks, entries };
}

/** Sets ranks, amounts and leaves of the entries, and returns the leaves. */
function awardEntries(entries: readonly PublishedEntry[], table: ReturnType<typeof prizeTable>) {
  const standings = entries
    .filter(({ unranked }) => unranked === null)
    .map((entry) => ({ entry, earned_thousandths: entry.earned, gross: entry.gross }));
  const ranking = rankStandings(standings).map(({ row: { entry }, rank }) => ({ entry, rank }));
  const prizes = awardPrizes(
    ranking.map(({ entry, rank }) => ({ rank, joinedAt: entry.joined_at, eligible: entry.eligible })),
    table,
  );
  const leaves: { index: number; account: string; amount: bigint }[] = [];
  for (const [place, { entry, rank }] of ranking.entries()) {
    entry.rank = rank;
    const amount = prizes[place]!;
    if (amount === 0n) continue;
    entry.amount = amount.toString();
    entry.leaf = leaves.length;
    leaves.push({ index: leaves.length, account: entry.wallet_address, amount });
  }
  return leaves;
}

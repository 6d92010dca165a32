import { createHash } from 'node:crypto';
import { awardPrizes } from '@touchline/rules/prize-awards';
import type { PrizeRow } from '@touchline/rules/prize-table';
import { toBuffer } from '@touchline/service-kit/process/worker-thread';
import { parseIntegers, parseTimes, rankTotals } from '@touchline/standings/rank-totals';
import type { FinalTotals } from './final-totals.store.ts';

/** One variant of the standings, and the table that pays its places. */
export interface Field extends Pick<FinalTotals, 'ranked' | 'points'> {
  table: readonly PrizeRow[];
}

export interface AwardInput {
  /** Number of entries, ranked or not. */
  entries: number;
  corrected: Field;
  /** The same game without corrections; null when there are none. */
  uncorrected: Field | null;
  /** All prizes count as moved. */
  rescored: boolean;
}

/** Awards of a proposal. */
export interface Awards {
  /** Four bytes per ordinal, big endian: the rank, negative for an ineligible entry, 0 outside the standings. */
  ranks: Uint8Array;
  /** Four bytes per entry, big endian: the ordinals by rank, tied ones by ordinal, then those outside the standings. */
  ranking: Uint8Array;
  /** Rows of `prize_awards` in the order of the leaves, at most `ROWS_PER_CHUNK` each. */
  chunks: AwardColumns[];
  /** Number of prizes. */
  count: number;
  /** Wei. */
  total: bigint;
  /** Wei that corrections gave to other entries or left without a winner. */
  moved: bigint;
  /** SHA-256 of ranks, awards, their differences and `moved`, hexadecimal. */
  digest: string;
}

/** Rows as array literals of Postgres: ordinal, leaf, rank, rank without corrections, amount, amount without corrections. */
export type AwardColumns = readonly [string, string, string, string, string, string];
type AwardRow = readonly [
  ordinal: number,
  leaf: number | null,
  rank: number | null,
  uncorrectedRank: number | null,
  amount: bigint,
  uncorrectedAmount: bigint,
];

const ROWS_PER_CHUNK = 10_000;

interface Award {
  rank: number;
  amount: bigint;
}

/** Computes the awards of a game. Pure; may run for a second with hundreds of thousands of prizes, so then in a worker thread. */
export function awardEntries({ entries, corrected, uncorrected, rescored }: AwardInput): Awards {
  const standings = rankEntries(corrected, entries);
  const awards = listAwards(standings, corrected.table);
  const without = uncorrected ? listAwards(rankEntries(uncorrected, entries), uncorrected.table) : awards;
  const ranks = encodeRanks(standings);
  let [total, moved, leaf] = [0n, 0n, 0];
  const rows: AwardRow[] = [];
  for (const [ordinal, { rank, amount }] of awards) {
    const was = without.get(ordinal);
    const before = was?.amount ?? 0n;
    rows.push([ordinal, amount > 0n ? leaf++ : null, rank, was?.rank ?? null, amount, before]);
    total += amount;
    const gain = rescored ? amount : amount - before;
    if (gain > 0n) moved += gain;
  }
  let lost = -total;
  for (const [ordinal, { rank, amount }] of without) {
    if (!awards.has(ordinal)) rows.push([ordinal, null, null, rank, 0n, amount]);
    lost += amount;
  }
  if (lost > 0n) moved += lost;
  const digest = digestAwards({ ranks, rows, moved });
  return {
    ranks,
    ranking: encodeRanking(standings),
    chunks: toColumns(rows),
    count: leaf,
    total,
    moved,
    digest,
  };
}

function digestAwards({
  ranks,
  rows,
  moved,
}: {
  ranks: Uint8Array;
  rows: AwardRow[];
  moved: bigint;
}): string {
  const hash = createHash('sha256').update(ranks).update(`${moved};`);
  for (const chunk of cut(rows)) hash.update(chunk.map((row) => `${row.join()};`).join(''));
  return hash.digest('hex');
}

const toColumns = (rows: readonly AwardRow[]): AwardColumns[] =>
  cut(rows).map((chunk) => {
    const column = (index: keyof AwardRow & number) => `{${chunk.map((row) => row[index] ?? 'null').join()}}`;
    return [column(0), column(1), column(2), column(3), column(4), column(5)];
  });

function cut(rows: readonly AwardRow[]): AwardRow[][] {
  const chunks: AwardRow[][] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_CHUNK)
    chunks.push(rows.slice(start, start + ROWS_PER_CHUNK));
  return chunks;
}

/** Standings by ordinal - 1; a rank is negative for an ineligible entry, and 0 outside the standings. */
interface Standings {
  ranks: Int32Array;
  joinedAt: Float64Array;
  /** Indices of the entries in the standings, best first, tied ones by ordinal. */
  order: Int32Array;
}

function rankEntries(field: Field, entries: number): Standings {
  const [earned, gross] = [new Int32Array(entries), new Int32Array(entries)];
  for (const columns of field.points) {
    const [ordinals, points, thousandths] = [columns.ordinal, columns.points, columns.earned].map(
      readIntegers,
    );
    for (let row = 0; row < ordinals!.length; row += 1) {
      const index = ordinals![row]! - 1;
      gross[index]! += points![row]!;
      earned[index]! += thousandths![row]!;
    }
  }
  const joinedAt = new Float64Array(entries);
  const eligible = new Int8Array(entries); // 0 outside the standings, else 1 or -1
  for (const columns of field.ranked) {
    const times = parseTimes(toBuffer(columns.joined_at));
    const ordinals = readIntegers(columns.ordinal);
    for (let row = 0; row < ordinals.length; row += 1) {
      const index = Math.abs(ordinals[row]!) - 1;
      eligible[index] = Math.sign(ordinals[row]!);
      joinedAt[index] = times[row]!;
    }
  }
  const unranked = new Set<number>();
  for (let index = 0; index < entries; index += 1) if (eligible[index] === 0) unranked.add(index);
  const { order, ranks } = rankTotals({ earned, gross, unranked });
  return { ranks: ranks.map((rank, index) => rank * eligible[index]!), joinedAt, order };
}

const readIntegers = (bytes: Uint8Array) => parseIntegers(toBuffer(bytes));

const encodeBigEndian = (values: Int32Array): Uint8Array => Buffer.from(values.slice().buffer).swap32();

const encodeRanks = ({ ranks }: Standings) => encodeBigEndian(ranks);

function encodeRanking({ ranks, order }: Standings): Uint8Array {
  const ordinals = new Int32Array(ranks.length);
  let place = 0;
  for (const index of order) ordinals[place++] = index + 1;
  for (const [index, rank] of ranks.entries()) if (rank === 0) ordinals[place++] = index + 1;
  return encodeBigEndian(ordinals);
}

/** Lists the awards of a field by ordinal, best first: the eligible entries on paid places, with all that tie for the last of them. */
function listAwards({ ranks, joinedAt, order }: Standings, table: readonly PrizeRow[]): Map<number, Award> {
  const places = table.at(-1)?.to ?? 0;
  const entries: { ordinal: number; rank: number; joinedAt: number; eligible: true }[] = [];
  for (const index of order) {
    const rank = ranks[index]!;
    if (entries.length >= places && entries.at(-1)?.rank !== Math.abs(rank)) break;
    if (rank > 0) entries.push({ ordinal: index + 1, rank, joinedAt: joinedAt[index]!, eligible: true });
  }
  const amounts = awardPrizes(entries, table);
  return new Map(entries.map(({ ordinal, rank }, place) => [ordinal, { rank, amount: amounts[place]! }]));
}

import { createHash } from 'node:crypto';
import { awardPrizes } from '@touchline/rules/prize-awards';
import type { PrizeRow } from '@touchline/rules/prize-table';
import { RANKED_BYTES } from './final-standings.store.ts';

/** One variant of the standings, and the table that pays its places. */
export interface Field {
  /** As in `FinalStandings`. */
  ranked: readonly Uint8Array[];
  table: readonly PrizeRow[];
}

export interface AwardInput {
  /** Number of entries, ranked or not. */
  entries: number;
  corrected: Field;
  /** The same game without corrections; null when there are none. */
  uncorrected: Field | null;
  /** Ordinals of entries whose coefficient was corrected: all of their prize counts as moved. */
  coefficientCorrected: readonly number[];
}

/** Awards of a proposal. */
export interface Awards {
  /** Four bytes per ordinal, big endian: the rank, negative for an ineligible entry, 0 outside the standings. */
  ranks: Uint8Array;
  /** Rows of `prize_awards` in the order of the leaves, at most `ROWS_PER_CHUNK` each. */
  chunks: AwardColumns[];
  /** Number of prizes. */
  count: number;
  /** Wei. */
  total: bigint;
  moved: bigint;
  /** SHA-256 of ranks and awards, hexadecimal. */
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
export function awardEntries({ entries, corrected, uncorrected, coefficientCorrected }: AwardInput): Awards {
  const standings = decodeStandings(corrected.ranked, entries);
  const awards = listAwards(standings, corrected.table);
  const without = uncorrected
    ? listAwards(decodeStandings(uncorrected.ranked, entries), uncorrected.table)
    : awards;
  const ranks = encodeRanks(standings);
  const suspicious = new Set(coefficientCorrected);
  const hash = createHash('sha256').update(ranks);
  let [total, moved, leaf] = [0n, 0n, 0];
  const rows: AwardRow[] = [];
  for (const [ordinal, { rank, amount }] of awards) {
    const was = without.get(ordinal);
    const before = was?.amount ?? 0n;
    rows.push([ordinal, amount > 0n ? leaf++ : null, rank, was?.rank ?? null, amount, before]);
    hash.update(`${ordinal}:${amount};`);
    total += amount;
    const gain = suspicious.has(ordinal) ? amount : amount - before;
    if (gain > 0n) moved += gain;
  }
  for (const [ordinal, { rank, amount }] of without)
    if (!awards.has(ordinal)) rows.push([ordinal, null, null, rank, 0n, amount]);
  return { ranks, chunks: toColumns(rows), count: leaf, total, moved, digest: hash.digest('hex') };
}

function toColumns(rows: readonly AwardRow[]): AwardColumns[] {
  const chunks: AwardColumns[] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_CHUNK) {
    const chunk = rows.slice(start, start + ROWS_PER_CHUNK);
    const column = (index: keyof AwardRow & number) => `{${chunk.map((row) => row[index] ?? 'null').join()}}`;
    chunks.push([column(0), column(1), column(2), column(3), column(4), column(5)]);
  }
  return chunks;
}

/** Standings by ordinal; a rank is negative for an ineligible entry, and 0 outside the standings. */
interface Standings {
  ranks: Int32Array;
  joinedAt: Float64Array;
}

function decodeStandings(ranked: readonly Uint8Array[], entries: number): Standings {
  const standings = { ranks: new Int32Array(entries + 1), joinedAt: new Float64Array(entries + 1) };
  for (const chunk of ranked) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let at = 0; at < bytes.length; at += RANKED_BYTES) {
      const ordinal = bytes.readInt32BE(at);
      standings.ranks[ordinal] = bytes.readInt32BE(at + 4);
      standings.joinedAt[ordinal] = bytes.readDoubleBE(at + 8);
    }
  }
  return standings;
}

function encodeRanks({ ranks }: Standings): Uint8Array {
  const encoded = Buffer.alloc((ranks.length - 1) * 4);
  for (let ordinal = 1; ordinal < ranks.length; ordinal += 1)
    encoded.writeInt32BE(ranks[ordinal]!, (ordinal - 1) * 4);
  return encoded;
}

/** Sorts the ranked entries by rank, tied ones by ordinal. @returns their ordinals, and zeros after them */
function sortByRank(ranks: Int32Array): Int32Array {
  const order = new Int32Array(ranks.length);
  const tied = new Int32Array(ranks.length);
  // An entry's rank is one more than the number of entries before it.
  for (const [ordinal, rank] of ranks.entries())
    if (rank !== 0) order[Math.abs(rank) - 1 + tied[Math.abs(rank)]!++] = ordinal;
  return order;
}

/** Lists the awards of a field by ordinal, best first: the eligible entries on paid places, with all that tie for the last of them. */
function listAwards({ ranks, joinedAt }: Standings, table: readonly PrizeRow[]): Map<number, Award> {
  const places = table.at(-1)?.to ?? 0;
  const entries: { ordinal: number; rank: number; joinedAt: number; eligible: true }[] = [];
  for (const ordinal of sortByRank(ranks)) {
    const rank = ranks[ordinal]!;
    if (ordinal === 0 || (entries.length >= places && entries.at(-1)?.rank !== Math.abs(rank))) break;
    if (rank > 0) entries.push({ ordinal, rank, joinedAt: joinedAt[ordinal]!, eligible: true });
  }
  const amounts = awardPrizes(entries, table);
  return new Map(entries.map(({ ordinal, rank }, place) => [ordinal, { rank, amount: amounts[place]! }]));
}

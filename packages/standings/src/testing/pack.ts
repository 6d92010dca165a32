import type { LegalLineup, StoredLineupVersion } from '@touchline/rules/lineup';
import { packLineup } from '../lineup-bytes.ts';
import {
  ENTRY_NUMBERS,
  type EntryBatch,
  type EntryNumber,
  type LineupBatch,
  type SettledBatch,
} from '../standings.ts';

/** Packs plain values in the binary format of Postgres, for tests and benchmarks. */

export type PlainLineup = LegalLineup & StoredLineupVersion;

/** Omitted numbers are 0. */
export interface PlainEntry extends Partial<Record<EntryNumber, number>> {
  id: string;
  wallet: string;
  team_name: string;
  /** Epoch ms. */
  joined_at: number;
  lineup: Omit<PlainLineup, 'saved_at'>;
}

const EPOCH_2000_MS = Date.UTC(2000, 0, 1);

function packIntegers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [place, value] of values.entries()) bytes.writeInt32BE(value, 4 * place);
  return bytes;
}

function packTimes(times: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 * times.length);
  for (const [place, ms] of times.entries())
    bytes.writeBigInt64BE(BigInt(ms - EPOCH_2000_MS) * 1_000n, 8 * place);
  return bytes;
}

const packNumbers = (entries: readonly PlainEntry[]) =>
  Object.fromEntries(
    ENTRY_NUMBERS.map((name) => [name, packIntegers(entries.map((entry) => entry[name] ?? 0))]),
  ) as Record<EntryNumber, Buffer>;

export const packEntries = (entries: readonly PlainEntry[]): EntryBatch => ({
  id: Buffer.from(entries.map(({ id }) => id.replaceAll('-', '')).join(''), 'hex'),
  wallet: Buffer.from(entries.map(({ wallet }) => wallet.slice(2)).join(''), 'hex'),
  team_name: Buffer.from(entries.map(({ team_name }) => team_name).join('\n')),
  joined_at: packTimes(entries.map(({ joined_at }) => joined_at)),
  ...packNumbers(entries),
  effective_gameweek: packIntegers(entries.map(({ lineup }) => lineup.effective_gameweek)),
  lineup: Buffer.concat(entries.map(({ lineup }) => packLineup(lineup))),
});

export const packLineups = (lineups: readonly (PlainLineup & { ordinal: number })[]): LineupBatch => ({
  ordinal: packIntegers(lineups.map(({ ordinal }) => ordinal)),
  effective_gameweek: packIntegers(lineups.map((lineup) => lineup.effective_gameweek)),
  saved_at: packTimes(lineups.map(({ saved_at }) => saved_at)),
  lineup: Buffer.concat(lineups.map(packLineup)),
});

export const packSettled = (
  rows: readonly { ordinal: number; points: number; earned: number }[],
): SettledBatch => ({
  ordinal: packIntegers(rows.map(({ ordinal }) => ordinal)),
  points: packIntegers(rows.map(({ points }) => points)),
  earned: packIntegers(rows.map(({ earned }) => earned)),
});

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { parse } from 'csv-parse/sync';

/** One line of a CSV file by column name; missing columns are undefined. */
export type CsvRow = Record<string, string | undefined>;

/** Decodes UTF-8, or else Latin-1, which the oldest seasons use. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/** Parses CSV text (LF or CRLF, quoted fields) with a header line. */
export function parseCsv(text: string): CsvRow[] {
  return parse(text, { columns: true, bom: true, skip_empty_lines: true, relax_column_count: true });
}

const decompress = promisify(brotliDecompress);

/** Reads a CSV file, or its Brotli copy (`.br`) if only the copy exists. */
export async function readCsv(path: string): Promise<CsvRow[]> {
  const compressed = `${path}.br`;
  const isCompressed = !existsSync(path) && existsSync(compressed);
  const bytes = isCompressed ? await decompress(await readFile(compressed)) : await readFile(path);
  return parseCsv(decodeText(bytes));
}

/** Returns true for None, NaN and empty text, which the archives contain where the API has null. */
export function isMissing(value: string | undefined): boolean {
  return value === undefined || value === '' || value === 'None' || value === 'nan' || value === 'NaN';
}

/** Parses a number; null if it is missing or invalid. */
export function parseNumberOrNull(value: string | undefined): number | null {
  if (isMissing(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

export function parseNumber(value: string | undefined, fallback: number): number {
  return parseNumberOrNull(value) ?? fallback;
}

/** Parses Python's True or False; returns the fallback for anything else. */
export function parseBoolean(value: string | undefined, fallback: boolean): boolean {
  if (value === 'True' || value === 'true' || value === '1') return true;
  if (value === 'False' || value === 'false' || value === '0') return false;
  return fallback;
}

/** Parses an ISO time to epoch ms; null if it is missing or invalid. */
export function parseTime(value: string | undefined): number | null {
  if (isMissing(value)) return null;
  const time = Date.parse(value ?? '');
  return Number.isNaN(time) ? null : time;
}

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface CheckCommand {
  /** Null for the demo season, whose expectations are computed from its rows. */
  season: { archiveDir: string; expectedFile: string } | null;
  gameweeks: { from: number; to: number } | null;
}

/** Reads the options that the command in tools/local-stack/bin describes. @throws Error that explains the first invalid option */
export function readCommand(args: string[]): CheckCommand {
  const { values } = parseArgs({
    args,
    options: {
      archive: { type: 'string' },
      expected: { type: 'string' },
      gameweeks: { type: 'string' },
    },
  });
  const { archive, expected } = values;
  if ((archive === undefined) !== (expected === undefined))
    throw new Error('--archive and --expected must be given together');
  const season =
    archive === undefined || expected === undefined
      ? null
      : { archiveDir: resolve(archive), expectedFile: resolve(expected) };
  return { season, gameweeks: values.gameweeks === undefined ? null : parseRange(values.gameweeks) };
}

function parseRange(text: string): { from: number; to: number } {
  const match = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text);
  const from = Number(match?.[1]);
  const to = Number(match?.[2] ?? match?.[1]);
  if (match === null || from < 1 || to < from)
    throw new Error(`--gameweeks takes a number or a range like 1-38, not "${text}"`);
  return { from, to };
}

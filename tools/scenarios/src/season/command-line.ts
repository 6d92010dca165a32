import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface CheckCommand {
  /** Null for the demo season, whose expectations are computed from its rows. */
  season: { archiveDir: string; expectedFile: string } | null;
  gameweeks: { from: number; to: number } | null;
}

export const USAGE = `npm run season-check -- --archive DIR --expected FILE [--gameweeks 1-38]
  --archive DIR     a season folder: teams.csv, players_raw.csv, fixtures.csv, gws/merged_gw.csv
  --expected FILE   expected points of some squads, in the format of expected-lineups.json
  --gameweeks N-M   compares only these gameweeks and stops after the last
Plays a few gameweeks of the demo season if --archive and --expected are missing. An additional team plays the season game
with a new lineup in every gameweek. Its points are computed from the rows of the season and reported only if they differ.`;

/** Reads the command line. @throws Error that explains the first invalid option */
export function readCommand(args: string[]): CheckCommand | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      archive: { type: 'string' },
      expected: { type: 'string' },
      gameweeks: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return 'help';
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

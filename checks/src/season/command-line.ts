import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface CheckCommand {
  /** Both given or neither: then the demo season and what it should bring. */
  season: { archiveDir: string; expectedFile: string } | null;
  gameweeks: { from: number; to: number } | null;
}

export const USAGE = `npm run season-check -- --archive DIR --expected FILE [--gameweeks 1-38]
  --archive DIR     a season folder: teams.csv, players_raw.csv, fixtures.csv, gws/merged_gw.csv
  --expected FILE   what squads score in it, in the format of expected-lineups.json
  --gameweeks N-M   compare (and play up to) these only
Without archive and file a few gameweeks of the demo season are played. Beside the squads one more team plays the season
game with another line-up in every gameweek; its points are counted from the season's rows and only told when they differ.`;

/** @throws Error with a sentence for people for anything that is not understood. */
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
    throw new Error('--archive and --expected belong together');
  const season =
    archive === undefined || expected === undefined
      ? null
      : { archiveDir: resolve(archive), expectedFile: resolve(expected) };
  return { season, gameweeks: values.gameweeks === undefined ? null : range(values.gameweeks) };
}

function range(text: string): { from: number; to: number } {
  const match = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text);
  const from = Number(match?.[1]);
  const to = Number(match?.[2] ?? match?.[1]);
  if (match === null || from < 1 || to < from)
    throw new Error(`--gameweeks takes a number or a range like 1-38, not "${text}"`);
  return { from, to };
}

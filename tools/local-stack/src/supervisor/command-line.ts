import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface CommandLine {
  readonly home: string;
  readonly port: number;
  readonly reset: boolean;
  readonly gameweekMinutes: number;
  readonly fromGameweek: number;
  readonly archive: string | undefined;
  /** Number of teams that play the demo season; 0 for none. */
  readonly demoTeams: number;
}

/** Options of npm start. bin/start.mjs describes them and prints them with --help. */
export const OPTIONS = {
  home: { type: 'string' },
  port: { type: 'string' },
  reset: { type: 'boolean' },
  'gameweek-minutes': { type: 'string' },
  'from-gameweek': { type: 'string' },
  archive: { type: 'string' },
  'demo-teams': { type: 'string' },
} as const;

/** Reads the options of npm start. @throws Error naming the first wrong one */
export function readCommandLine(args: readonly string[], defaultHome: string): CommandLine {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const { home = defaultHome, port = process.env.PORT ?? '4800', reset = false, archive } = values;
  return {
    home: fromUsersFolder(home),
    port: number('port', port, { from: 1, to: 65_535, whole: true }),
    reset,
    gameweekMinutes: number('gameweek-minutes', values['gameweek-minutes'] ?? '10', {
      from: 0.1,
      to: 20_160,
    }),
    fromGameweek: number('from-gameweek', values['from-gameweek'] ?? '6', { from: 1, to: 38, whole: true }),
    demoTeams: number('demo-teams', values['demo-teams'] ?? '120', { from: 0, to: 500, whole: true }),
    archive: archive && fromUsersFolder(archive),
  };
}

/** npm runs scripts in the project's root; INIT_CWD is where the user called it. */
export function fromUsersFolder(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

interface Bounds {
  readonly from: number;
  readonly to: number;
  readonly whole?: boolean;
}

function number(name: string, text: string, { from, to, whole }: Bounds): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= from && value <= to) || (whole && !Number.isInteger(value))) {
    throw new Error(
      `--${name} must be a ${whole ? 'whole ' : ''}number from ${from} to ${to}, not "${text}"`,
    );
  }
  return value;
}

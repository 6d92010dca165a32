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

export const HELP = `npm start -- [options]
  --port N              port of the app (default 4800)
  --home DIR            folder for all state (default .touchline); every copy needs its own
  --reset               delete all state first
  --gameweek-minutes N  length of a replayed gameweek (default 10)
  --from-gameweek N     gameweek that is played when a new season starts (default 6)
  --demo-teams N        teams that play along, with a history of three gameweeks (default 120, 0 for none)
  --archive DIR         season folder to replay instead of the demo season
Environment: DATABASE_URL, NATS_URL, RPC_URL and FPL_URL replace embedded dependencies (docs/operations/local.md).`;

/** Reads the options of npm start. @throws Error naming the first wrong one */
export function readCommandLine(args: readonly string[], defaultHome: string): CommandLine | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      home: { type: 'string', default: defaultHome },
      port: { type: 'string', default: process.env.PORT ?? '4800' },
      reset: { type: 'boolean', default: false },
      'gameweek-minutes': { type: 'string', default: '10' },
      'from-gameweek': { type: 'string', default: '6' },
      archive: { type: 'string' },
      'demo-teams': { type: 'string', default: '120' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  return {
    home: fromUsersFolder(values.home),
    port: number('port', values.port, { from: 1, to: 65_535, whole: true }),
    reset: values.reset,
    gameweekMinutes: number('gameweek-minutes', values['gameweek-minutes'], { from: 0.1, to: 20_160 }),
    fromGameweek: number('from-gameweek', values['from-gameweek'], { from: 1, to: 38, whole: true }),
    demoTeams: number('demo-teams', values['demo-teams'], { from: 0, to: 500, whole: true }),
    archive: values.archive && fromUsersFolder(values.archive),
  };
}

/** npm runs scripts in the project's root; INIT_CWD is where the user called it. */
function fromUsersFolder(path: string): string {
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

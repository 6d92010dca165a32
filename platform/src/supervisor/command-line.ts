import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface CommandLine {
  readonly home: string;
  readonly port: number;
  readonly reset: boolean;
  readonly gameweekMinutes: number | undefined;
  readonly fromGameweek: number | undefined;
  readonly archive: string | undefined;
}

export const HELP = `npm start -- [options]
  --port N              port of the app (default 4800)
  --home DIR            where this copy keeps its state (default .touchline); a second copy needs its own
  --reset               begin anew: removes the state of this home first
  --gameweek-minutes N  length of a replayed gameweek (default 30)
  --from-gameweek N     gameweek at which a new replay begins (default 6)
  --archive DIR         replay this season's archive instead of the demo season
Environment: DATABASE_URL, NATS_URL, RPC_URL, FPL_URL take a part from outside (docs/operations.md).`;

/** Reads the options of npm start. @throws Error with a sentence about the first wrong one. */
export function readCommandLine(args: readonly string[], defaultHome: string): CommandLine | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      home: { type: 'string', default: defaultHome },
      port: { type: 'string', default: process.env.PORT ?? '4800' },
      reset: { type: 'boolean', default: false },
      'gameweek-minutes': { type: 'string' },
      'from-gameweek': { type: 'string' },
      archive: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  return {
    home: fromWhereTheUserIs(values.home),
    port: number('port', values.port, { from: 1, to: 65_535, whole: true }),
    reset: values.reset,
    gameweekMinutes: optional('gameweek-minutes', values['gameweek-minutes'], { from: 0.1, to: 20_160 }),
    fromGameweek: optional('from-gameweek', values['from-gameweek'], { from: 1, to: 38, whole: true }),
    archive: values.archive && fromWhereTheUserIs(values.archive),
  };
}

/** npm runs us in the project's root and says in INIT_CWD where it was called. */
function fromWhereTheUserIs(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

interface Bounds {
  readonly from: number;
  readonly to: number;
  readonly whole?: boolean;
}

function optional(name: string, text: string | undefined, bounds: Bounds): number | undefined {
  return text === undefined ? undefined : number(name, text, bounds);
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

import { readFileSync } from 'node:fs';
import { type Calendar, DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const seconds = z.number().positive();

/** Overrides of the game's durations; the specification's values are the default. */
const partialCalendar = z
  .strictObject({
    season_window_hours: seconds,
    tournament_window_hours: seconds,
    tail_minutes: seconds,
    deadline_lead_minutes: seconds,
    soon_hours: seconds,
    poll_bootstrap_seconds: seconds,
    poll_live_seconds: seconds,
    poll_idle_seconds: seconds,
  })
  .partial();

/** JSON with overrides of the default calendar. */
export const calendarVariable = z
  .string()
  .default('{}')
  .transform((text, context): Calendar => {
    const parsed = partialCalendar.safeParse(parseJson(text));
    if (parsed.success) return { ...DEFAULT_CALENDAR, ...withoutUndefined(parsed.data) };
    context.addIssue(`must be JSON with durations of the calendar (${z.prettifyError(parsed.error)})`);
    return z.NEVER;
  });

/** Comma-separated wallet addresses, lower-cased. */
export const walletListVariable = z
  .string()
  .default('')
  .transform((text) =>
    text
      .toLowerCase()
      .split(',')
      .map((wallet) => wallet.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string().regex(/^0x[0-9a-f]{40}$/, 'must be wallet addresses, separated by commas')));

/** A switch: `true` or `false`. */
export const onOff = (start: 'true' | 'false') =>
  z
    .enum(['true', 'false'])
    .default(start)
    .transform((text) => text === 'true');

/** The environment of every service; extend it with the service's own variables. */
export const serviceEnv = z.object({
  /** The service's own role and database. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** The service's own user. */
  NATS_URL: z.url({ protocol: /^(nats|tls)$/ }),
  /** Where it listens. */
  PORT: port,
  /** The address on which it listens. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Port of the Prometheus metrics, not public; no metrics server unless set. */
  METRICS_PORT: port.optional(),
  /** A process that has to stop goes on answering for so long, and asks its callers to leave their connections. For replicas. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(30).default(0),
  /** The gateway's public keys; fetched with the first token, not for readiness. */
  JWKS_URL: z.url({ protocol: /^https?$/ }),
  /** Wallets of administrators, separated by commas; all processes check the same list. */
  ADMIN_WALLETS: walletListVariable,
  /** JSON that overrides durations of the game's calendar, for a replay. The real season needs none. */
  CALENDAR: calendarVariable,
  /** fatal, error, warn, info, debug, trace or silent. `debug` logs every call, `info` those that failed. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Address of an OpenTelemetry collector, such as http://collector:4318, that receives traces. No traces unless set. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The share of calls and events of which a trace is recorded, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});

/**
 * The environment, parsed once at start. Empty variables count as missing. A variable can be given as a file that holds its
 * value, under its name with `_FILE`: secrets then show in no list of processes or containers. The password of an address can
 * be given on its own, as any text: `DATABASE_PASSWORD` for `DATABASE_URL`, `NATS_PASSWORD` for `NATS_URL`.
 * @throws one Error that names every missing or wrong variable; values are not repeated, they may be secrets
 */
export function readEnv<S extends z.ZodObject>(
  shape: S,
  source: Record<string, string | undefined> = process.env,
): z.output<S> {
  const given: Record<string, string | undefined> = {};
  for (const name of Object.keys(shape.shape))
    given[name] = withPassword(name, readVariable(name, source), source);
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]); // a list or JSON is one variable
    return `  ${name}: ${given[name] === undefined ? 'is missing' : issue.message}`;
  });
  throw new Error(`The environment is not complete:\n${lines.join('\n')}`);
}

function readVariable(name: string, source: Record<string, string | undefined>): string | undefined {
  return source[name] || readValueFile(`${name}_FILE`, source);
}

const PASSWORDS = new Map([
  ['DATABASE_URL', 'DATABASE_PASSWORD'],
  ['NATS_URL', 'NATS_PASSWORD'],
]);

/** The address with the password that was given apart from it: there it needs no encoding. */
function withPassword(name: string, address: string | undefined, source: Record<string, string | undefined>) {
  const variable = PASSWORDS.get(name);
  const password = variable && readVariable(variable, source);
  if (!password || !address || !URL.canParse(address)) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  return url.href;
}

function readValueFile(name: string, source: Record<string, string | undefined>): string | undefined {
  const file = source[name];
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    throw new Error(`${name} names a file that cannot be read.`, { cause: error });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

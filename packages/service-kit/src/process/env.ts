import { readFileSync } from 'node:fs';
import { type Calendar, DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const duration = z.number().positive();

/** A variable with a JSON object; an empty value means `{}`. */
export function jsonVariable<S extends z.ZodType>(schema: S) {
  const parse = (text: string, context: z.RefinementCtx): unknown => {
    try {
      return JSON.parse(text || '{}');
    } catch {
      context.addIssue('must be JSON');
      return z.NEVER;
    }
  };
  return z.string().default('{}').transform(parse).pipe(schema);
}

/** Overrides of the game's durations; the specification's values are the default. */
const partialCalendar = z
  .strictObject({
    season_window_hours: duration,
    tournament_window_hours: duration,
    tail_minutes: duration,
    deadline_lead_minutes: duration,
    soon_hours: duration,
    poll_bootstrap_seconds: duration,
    poll_live_seconds: duration,
    poll_idle_seconds: duration,
  })
  .partial();

/** JSON that overrides durations of the default calendar. */
const calendarVariable = jsonVariable(
  partialCalendar.transform((overrides): Calendar => Object.assign({}, DEFAULT_CALENDAR, overrides)),
);

/** A list, separated by commas; empty without a value. */
export const listVariable = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

/** Comma-separated wallet addresses, lower-cased. */
export const walletListVariable = listVariable
  .transform((wallets) => wallets.map((wallet) => wallet.toLowerCase()))
  .pipe(z.array(z.string().regex(/^0x[0-9a-f]{40}$/, 'must be wallet addresses, separated by commas')));

/** A boolean variable, `true` or `false`; on without a value. */
export const onByDefault = z
  .enum(['true', 'false'])
  .default('true')
  .transform((text) => text === 'true');

/** The environment of every service; extend it with the service's own variables. */
export const serviceEnv = z.object({
  /** Postgres URL with the role of this service. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** NATS URL with the user of this service. */
  NATS_URL: z.url({ protocol: /^(nats|tls)$/ }),
  /** HTTP port. */
  PORT: port,
  /** Address to listen on. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Port of the Prometheus metrics; never expose it. Without it there is no metrics server. */
  METRICS_PORT: port.optional(),
  /** Seconds that a stopping process keeps serving while clients close their connections. Set it when running replicas. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(30).default(0),
  /** URL of the gateway's public keys. They are fetched with the first token and do not affect readiness. */
  JWKS_URL: z.url({ protocol: /^https?$/ }),
  /** Wallets of administrators, separated by commas. All processes need the same list. */
  ADMIN_WALLETS: walletListVariable,
  /** JSON that overrides durations of the calendar, for a replay. A real season needs no overrides. */
  CALENDAR: calendarVariable,
  /** fatal, error, warn, info, debug, trace or silent. `debug` logs every request, `info` only failed requests. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** URL of an OpenTelemetry collector for traces, such as http://collector:4318. Tracing is off without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Share of requests and events whose traces are recorded, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});

/**
 * Parses the environment; call it once at start. Empty variables count as missing. `NAME_FILE` may name a file that contains
 * the value of `NAME`, which keeps secrets out of process and container listings. Passwords can be set separately and
 * unencoded: `DATABASE_PASSWORD` for `DATABASE_URL`, `NATS_PASSWORD` for `NATS_URL`.
 * @throws Error that lists every missing or invalid variable, without values, because they may be secrets
 */
export function readEnv<S extends z.ZodObject>(
  shape: S,
  source: Record<string, string | undefined> = process.env,
): z.output<S> {
  const values: Record<string, string | undefined> = {};
  for (const name of Object.keys(shape.shape))
    values[name] = withPassword(name, readVariable(name, source), source);
  const parsed = shape.safeParse(values);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path: [variable, ...place], message }) => {
    const name = String(variable); // lists and JSON have longer paths
    return `  ${[name, ...place].join('.')}: ${values[name] === undefined ? 'is missing' : message}`;
  });
  throw new Error(`Invalid environment:\n${lines.join('\n')}`);
}

function readVariable(name: string, source: Record<string, string | undefined>): string | undefined {
  return source[name] || readValueFile(`${name}_FILE`, source);
}

const PASSWORDS = new Map([
  ['DATABASE_URL', 'DATABASE_PASSWORD'],
  ['NATS_URL', 'NATS_PASSWORD'],
]);

/** Inserts the separate password, if there is one, into the address and encodes it. */
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

import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

interface LogOptions {
  /** Default: stdout. */
  destination?: DestinationStream;
  /** Texts to remove from all lines, such as the key in an RPC URL: libraries put them into error messages. */
  secrets?: readonly string[];
  /** Returns additional fields for each line. */
  extraFields?: () => object;
}

/**
 * Creates a logger that writes JSON lines. Log explicit fields only, never a body, header or token: wildcard redaction covers
 * only one level, so nothing relies on it.
 */
export function createLog(
  name: string,
  level = 'info',
  { destination, secrets = [], extraFields }: LogOptions = {},
): Log {
  const options = {
    name,
    level,
    base: { name },
    timestamp: pino.stdTimeFunctions.isoTime,
    ...(extraFields ? { mixin: extraFields } : {}),
  };
  const target = destination ?? pino.destination(1);
  return pino(options, secrets.length > 0 ? redactSecrets(target, secrets) : target);
}

function redactSecrets(target: DestinationStream, secrets: readonly string[]): DestinationStream {
  return {
    write: (line) =>
      target.write(secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line)),
  };
}

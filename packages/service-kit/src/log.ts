import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

interface LogOptions {
  /** Default: stdout. */
  destination?: DestinationStream;
  /** Texts that no line may hold, such as the key in an RPC's address: libraries put them into error messages. */
  secrets?: readonly string[];
  /** Asked for more fields with each line. */
  extraFields?: () => object;
}

/**
 * JSON lines. Log explicit fields only, never a body, header or token: redaction by wildcard is one level deep, so nothing here relies
 * on it.
 */
export function createLog(
  name: string,
  level = 'info',
  { destination, secrets = [], extraFields: inEachLine }: LogOptions = {},
): Log {
  const options = {
    ...{ name, level, base: { name }, timestamp: pino.stdTimeFunctions.isoTime },
    ...(inEachLine ? { mixin: inEachLine } : {}),
  };
  const target = destination ?? pino.destination(1);
  return pino(options, secrets.length > 0 ? withoutSecrets(target, secrets) : target);
}

function withoutSecrets(target: DestinationStream, secrets: readonly string[]): DestinationStream {
  return {
    write: (line) =>
      target.write(secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line)),
  };
}

import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * JSON lines on stdout, or to a destination. Log explicit fields only, never a body, header or token: redaction by wildcard is one level
 * deep, so nothing here relies on it.
 */
export function createLog(name: string, level = 'info', destination?: DestinationStream): Log {
  const options = { name, level, base: { name }, timestamp: pino.stdTimeFunctions.isoTime };
  return destination ? pino(options, destination) : pino(options);
}

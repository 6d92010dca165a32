import { type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * JSON lines on stdout. Log explicit fields only, never a body, header or token: redaction by wildcard is one level
 * deep, so nothing here relies on it.
 */
export function createLog(name: string, level = 'info'): Log {
  return pino({ name, level, base: { name }, timestamp: pino.stdTimeFunctions.isoTime });
}

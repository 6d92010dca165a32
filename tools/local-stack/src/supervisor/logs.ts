import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROTATE_BYTES = 20 * 1024 * 1024;

export interface LogFile {
  readonly path: string;
  /** Appends a line, prefixed with the time. */
  write(line: string): void;
}

/** A process's log file in `dir`. Rotates to `.1` beyond 20 MB. */
export function openLog(dir: string, name: string): LogFile {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, `${name}.log`);
  let size = existsSync(path) ? statSync(path).size : 0;
  return {
    path,
    write: (line) => {
      const text = `${new Date().toISOString()} ${name} | ${line}\n`;
      try {
        if (size > ROTATE_BYTES) {
          renameSync(path, `${path}.1`);
          size = 0;
        }
        appendFileSync(path, text);
        size += Buffer.byteLength(text);
      } catch {} // a full disk must not stop the product
    },
  };
}

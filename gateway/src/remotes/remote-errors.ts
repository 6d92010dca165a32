import type { Log } from '@touchline/service-kit/log';
import type { Knex } from 'knex';
import { addRemoteErrors, type RemoteError } from './remote-errors.store.ts';

/** Why versions are not registered, or files of them not served, for administrators. */
export interface RemoteErrors {
  /** Counts an error. Visitors cause some of them, so they are written together, once a second at most. */
  report(name: string, version: string, message: string): void;
  /** Writes what is left. */
  stop(): Promise<void>;
}

const WRITE_MS = 1_000;

/** `now` is epoch ms. */
export function createRemoteErrors(db: Knex, log: Log, now: () => number): RemoteErrors {
  const waiting = new Map<string, RemoteError>();
  let timer: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const errors = [...waiting.values()];
    waiting.clear();
    await addRemoteErrors(db, errors).catch((error: unknown) =>
      log.warn({ err: error }, 'errors of remotes not stored'),
    );
  }

  return {
    report(name, version, message) {
      const key = JSON.stringify([name, version, message]);
      const count = (waiting.get(key)?.count ?? 0) + 1;
      waiting.set(key, { name, version, message, count, at: now() });
      timer ??= setTimeout(write, WRITE_MS).unref();
    },
    stop: write,
  };
}

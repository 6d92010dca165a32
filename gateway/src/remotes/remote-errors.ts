import type { Log } from '@touchline/service-kit/process/log';
import type { Knex } from 'knex';
import { addRemoteErrors, deleteRemoteErrors, type RemoteError } from './remote-errors.store.ts';

/** Errors of remotes, for administrators. */
export type RemoteErrors = ReturnType<typeof createRemoteErrors>;

const WRITE_MS = 1_000;
const KEEP_MS = 30 * 86_400_000;

/** `now` is epoch ms. */
export function createRemoteErrors(db: Knex, log: Log, now: () => number) {
  const pending = new Map<string, RemoteError>();
  let timer: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const errors = [...pending.values()];
    pending.clear();
    await addRemoteErrors(db, errors).catch((error: unknown) =>
      log.warn({ err: error }, 'remote error storage failed; errors lost'),
    );
  }

  return {
    /** Counts an error. Visitors can cause errors, so they are written in batches, at most once per second. */
    report(name: string, version: string, message: string) {
      const key = JSON.stringify([name, version, message]);
      const count = (pending.get(key)?.count ?? 0) + 1;
      pending.set(key, { name, version, message, count, at: now() });
      timer ??= setTimeout(write, WRITE_MS).unref();
    },
    /** Deletes errors that have not occurred for thirty days. */
    deleteOld: () => deleteRemoteErrors(db, now() - KEEP_MS),
    /** Writes the remaining errors. */
    stop: write,
  };
}

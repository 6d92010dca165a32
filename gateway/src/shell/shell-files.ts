import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import { createTimedRead } from '@touchline/service-kit/process/shared-work';
import { LRUCache } from 'lru-cache';
import { isHashed } from '../files/find-file.ts';

const DAY_MS = 24 * 60 * 60_000;
const MAX_CACHE_BYTES = 32 * 1024 * 1024;
/** Requests for unknown names cost no more than a query per interval. */
const NAMES_TTL_MS = 200;
/** Compressed files and source maps are left out. */
const KEPT = /\.(js|css|woff2?)$/;

interface ShellFilesDeps {
  db: Database;
  shellDir: string;
  /** Days to keep a file after the last gateway that served it. */
  keepDays: number;
  /** Epoch ms. */
  now: () => number;
}

/** The files of other shells: of earlier ones, which open pages still load, and of the next one during an upgrade. */
export function createShellFiles({ db, shellDir, keepDays, now }: ShellFilesDeps) {
  const cache = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ length }) => length + 1,
    fetchMethod: async (name) => {
      const sql = 'select content from shell_files where name = ?';
      return (await queryOne<{ content: Buffer }>(db, sql, [name]))?.content;
    },
  });
  const stored = createTimedRead(NAMES_TTL_MS, async () => {
    const rows = await query<{ name: string }>(db, 'select name from shell_files');
    return new Set(rows.map(({ name }) => name));
  });
  return {
    /** Returns the file of another gateway at this path; null if there is none. */
    async find(path: string) {
      const name = /^\/assets\/([^/]+)$/.exec(path)?.[1];
      if (!name || !KEPT.test(name) || !isHashed(name)) return null;
      if (!(await stored.read()).has(name)) return null;
      return (await cache.fetch(name)) ?? null;
    },
    /** Stores the files of this gateway's shell and deletes those that are no longer kept. */
    async store() {
      const folder = join(shellDir, 'assets');
      const all = existsSync(folder) ? await readdir(folder) : [];
      const names = all.filter((name) => KEPT.test(name) && isHashed(name));
      const until = new Date(now() + keepDays * DAY_MS);
      await db.transaction(async (trx) => {
        // Gateways that start together would deadlock.
        await trx.raw("select pg_advisory_xact_lock(hashtext('gateway'), hashtext('shell_files'))");
        const known = await query<{ name: string }>(
          trx,
          'update shell_files set kept_until = ? where name = any(?) returning name',
          [until, names],
        );
        const kept = new Set(known.map(({ name }) => name));
        for (const name of names.filter((one) => !kept.has(one)))
          await trx('shell_files').insert({
            name,
            content: await readFile(join(folder, name)),
            kept_until: until,
          });
        await trx.raw('delete from shell_files where kept_until <= ?', [new Date(now())]);
      });
    },
  };
}

import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { type Postgres, startPostgres } from '@touchline/local-stack/dependencies/postgres';
import { postgresUser } from '@touchline/local-stack/dependencies/postgres-binaries';
import { ensureDatabase, ensureServiceRole } from '@touchline/local-stack/dependencies/roles';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { type Database, openDatabase, query } from '@touchline/service-kit/database';
import { createLog } from '@touchline/service-kit/log';
import { migrate } from '@touchline/service-kit/migrations';
import pg from 'pg';
import type { Judge } from './check.ts';

const PASSWORD = 'cluster-check';
const STANDBY = 'standby_of_the_check';
/** Longer than a statement of a service may take: one that waits for the standby is then cancelled. */
const CUT_MS = 5_000;
const WRITERS = 4;

/** One address that leads to the primary, as the Service postgres-rw does. */
interface Address {
  readonly port: number;
  /** Ends all connections; the next ones lead there. */
  leadTo(port: number): void;
  close(): void;
}

async function openAddress(first: number): Promise<Address> {
  let target = first;
  const sockets = new Set<Socket>();
  const server: Server = createServer((from) => {
    const to = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    from.pipe(to);
    to.pipe(from);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    leadTo(next) {
      target = next;
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}

interface Pair {
  readonly primary: Postgres;
  readonly standby: Postgres;
}

/** A primary with the role of a service, and a standby that began as its copy and follows it. */
async function startPair(folder: string, synchronous: boolean): Promise<Pair> {
  const [dataDir, copy] = [join(folder, 'primary'), join(folder, 'standby')];
  mkdirSync(folder, { recursive: true });
  const user = postgresUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const first = await startPostgres({ dataDir, password: PASSWORD });
  await ensureDatabase(first.url(), 'touchline');
  await ensureServiceRole({
    adminUrl: first.url(),
    database: 'touchline',
    service: 'games',
    password: PASSWORD,
  });
  await first.stop();
  cpSync(dataDir, copy, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') });
  writeFileSync(join(copy, 'standby.signal'), '');
  const settings = synchronous ? [`synchronous_standby_names=ANY 1 (${STANDBY})`] : [];
  const primary = await startPostgres({ dataDir, port: first.port, password: PASSWORD, settings });
  const conninfo = `host=127.0.0.1 port=${primary.port} user=postgres password=${PASSWORD} application_name=${STANDBY}`;
  writeFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  if (user) own(copy, user);
  const standby = await startPostgres({ dataDir: copy, password: PASSWORD });
  await waitUntil(async () => (await ask(primary, 'select 1 from pg_stat_replication')).length === 1, {
    what: 'the standby to follow',
    timeoutMs: 30_000,
  });
  return { primary, standby };
}

/** The copied files belong to the user of Postgres. */
function own(path: string, user: { uid: number; gid: number }): void {
  chownSync(path, user.uid, user.gid);
  if (!statSync(path).isDirectory()) return;
  chmodSync(path, 0o700);
  for (const name of readdirSync(path)) own(join(path, name), user);
}

async function ask(server: Postgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.url() });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Inserts numbers, each in a transaction, and remembers those whose commit was acknowledged. */
function writers(db: Database) {
  const acknowledged: number[] = [];
  let next = 0;
  let stopped = false;
  const write = async () => {
    while (!stopped) {
      const n = next++;
      await db
        .transaction((trx) => trx('written').insert({ n }))
        .then(
          () => acknowledged.push(n),
          () => sleep(50),
        );
    }
  };
  const running = Array.from({ length: WRITERS }, write);
  return {
    acknowledged,
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

/**
 * Cuts the line to the standby, kills the primary, promotes the standby.
 * @returns how many commits were acknowledged while the standby could not have them
 */
async function failOver(
  { primary, standby }: Pair,
  address: Address,
  acknowledged: number[],
): Promise<number> {
  await ask(standby, `alter system set primary_conninfo = 'host=127.0.0.1 port=1'`);
  await ask(standby, 'select pg_reload_conf()');
  await waitUntil(async () => (await ask(primary, 'select 1 from pg_stat_replication')).length === 0, {
    what: 'the line to be cut',
    timeoutMs: 30_000,
  });
  await sleep(100); // what the standby had before is acknowledged
  const before = acknowledged.length;
  await sleep(CUT_MS);
  const unseen = acknowledged.length - before;
  primary.child.signal('SIGKILL');
  await primary.child.exited;
  await ask(standby, 'select pg_promote()');
  address.leadTo(standby.port);
  return unseen;
}

async function lostIn(folder: string, synchronous: boolean, judge: Judge): Promise<number> {
  const pair = await startPair(folder, synchronous);
  const address = await openAddress(pair.primary.port);
  const db = openDatabase(`postgres://games:${PASSWORD}@127.0.0.1:${address.port}/touchline`, 'games', {
    log: createLog('games', 'silent'),
  });
  const how = synchronous ? 'with a named standby' : 'without';
  try {
    await migrate(db, [
      { name: '001', up: (trx) => trx.schema.createTable('written', (t) => t.integer('n').primary()) },
    ]);
    const work = writers(db);
    await waitUntil(() => work.acknowledged.length > 200, { what: 'writes', timeoutMs: 30_000 });
    const unseen = await failOver(pair, address, work.acknowledged);
    if (synchronous) judge(unseen === 0, `${how}: while it is away no commit is acknowledged`);
    const [before, since] = [work.acknowledged.length, performance.now()];
    await waitUntil(() => work.acknowledged.length > before + 100, {
      what: 'writes after',
      timeoutMs: 60_000,
    });
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    judge(true, `${how}: the same pool writes on after the failover, 100 commits within ${seconds} s`);
    await work.stop();
    const there = new Set((await query<{ n: number }>(db, 'select n from written')).map(({ n }) => n));
    const lost = work.acknowledged.filter((n) => !there.has(n)).length;
    console.log(`${how}: ${work.acknowledged.length} commits acknowledged, ${lost} of them lost`);
    return lost;
  } finally {
    await db.destroy();
    address.close();
    await Promise.all([pair.primary.stop(), pair.standby.stop()]);
  }
}

/** A failover of Postgres loses no acknowledged commit when each waits for a standby, and some when they do not. */
export async function checkFailover(folder: string, judge: Judge): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const alone = await lostIn(join(folder, 'asynchronous'), false, judge);
  judge(alone > 0, `without waiting for the standby a failover loses acknowledged commits: ${alone}`);
  const together = await lostIn(join(folder, 'synchronous'), true, judge);
  judge(together === 0, `with a named standby it loses none: ${together}`);
}

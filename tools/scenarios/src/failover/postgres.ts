import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { type Postgres, startPostgres } from '@touchline/local-stack/dependencies/postgres';
import { postgresUser } from '@touchline/local-stack/dependencies/postgres-binaries';
import { query as runSql } from '@touchline/local-stack/dependencies/query';
import { ensureDatabase, ensureServiceRole } from '@touchline/local-stack/dependencies/roles';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { type Database, openDatabase, query } from '@touchline/service-kit/data/database';
import { migrate } from '@touchline/service-kit/data/migrations';
import { createLog } from '@touchline/service-kit/process/log';
import type { Check } from './check.ts';

const PASSWORD = 'failover';
const STANDBY = 'failover_standby';
/** Longer than the statement timeout of a service, so that a commit that waits for the standby is cancelled. */
const DISCONNECTED_MS = 5_000;
const WRITERS = 4;

/** A fixed address that forwards to the primary, like the Kubernetes Service postgres-rw. */
interface Router {
  readonly port: number;
  /** Closes all connections and forwards new ones to this port. */
  routeTo(port: number): void;
  close(): void;
}

async function startRouter(initialPort: number): Promise<Router> {
  let target = initialPort;
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
    routeTo(next) {
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

/** Starts a primary with the role of a service, and a standby that follows it. */
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
  if (user) changeOwner(copy, user);
  const standby = await startPostgres({ dataDir: copy, password: PASSWORD });
  await waitUntil(
    async () => (await runSql(primary.url(), 'select 1 from pg_stat_replication')).length === 1,
    {
      what: 'the standby to follow',
      timeoutMs: 30_000,
    },
  );
  return { primary, standby };
}

/** Makes the Postgres user the owner of the copied files. */
function changeOwner(path: string, user: { uid: number; gid: number }): void {
  chownSync(path, user.uid, user.gid);
  if (!statSync(path).isDirectory()) return;
  chmodSync(path, 0o700);
  for (const name of readdirSync(path)) changeOwner(join(path, name), user);
}

/** Starts clients that insert numbers, each in its own transaction, and records acknowledged commits. */
function startWriters(db: Database) {
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
 * Disconnects the standby, kills the primary and promotes the standby.
 * @returns the number of commits acknowledged while the standby was disconnected
 */
async function failOver({ primary, standby }: Pair, router: Router, acknowledged: number[]): Promise<number> {
  await runSql(standby.url(), `alter system set primary_conninfo = 'host=127.0.0.1 port=1'`);
  await runSql(standby.url(), 'select pg_reload_conf()');
  await waitUntil(
    async () => (await runSql(primary.url(), 'select 1 from pg_stat_replication')).length === 0,
    {
      what: 'the standby to disconnect',
      timeoutMs: 30_000,
    },
  );
  await sleep(100); // commits that the standby has received are acknowledged
  const before = acknowledged.length;
  await sleep(DISCONNECTED_MS);
  const unreplicated = acknowledged.length - before;
  primary.child.signal('SIGKILL');
  await primary.child.exited;
  await runSql(standby.url(), 'select pg_promote()');
  router.routeTo(standby.port);
  return unreplicated;
}

async function countLostCommits(folder: string, synchronous: boolean, check: Check): Promise<number> {
  const pair = await startPair(folder, synchronous);
  const router = await startRouter(pair.primary.port);
  const db = openDatabase(`postgres://games:${PASSWORD}@127.0.0.1:${router.port}/touchline`, 'games', {
    log: createLog('games', 'silent'),
  });
  const label = synchronous ? 'synchronous standby' : 'asynchronous standby';
  try {
    await migrate(db, [
      { name: '001', up: (trx) => trx.schema.createTable('written', (t) => t.integer('n').primary()) },
    ]);
    const work = startWriters(db);
    await waitUntil(() => work.acknowledged.length > 200, { what: 'writes', timeoutMs: 30_000 });
    const unreplicated = await failOver(pair, router, work.acknowledged);
    if (synchronous)
      check(unreplicated === 0, `${label}: no commit is acknowledged while the standby is disconnected`);
    const [before, since] = [work.acknowledged.length, performance.now()];
    await waitUntil(() => work.acknowledged.length > before + 100, {
      what: 'writes after',
      timeoutMs: 60_000,
    });
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    check(true, `${label}: the same pool writes after the failover, 100 commits within ${seconds} s`);
    await work.stop();
    const stored = new Set((await query<{ n: number }>(db, 'select n from written')).map(({ n }) => n));
    const lost = work.acknowledged.filter((n) => !stored.has(n)).length;
    console.log(`${label}: ${work.acknowledged.length} commits acknowledged, ${lost} of them lost`);
    return lost;
  } finally {
    await db.destroy();
    router.close();
    await Promise.all([pair.primary.stop(), pair.standby.stop()]);
  }
}

/** Checks that a Postgres failover loses acknowledged commits with an asynchronous standby and none with a synchronous one. */
export async function checkPostgresFailover(folder: string, check: Check): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const lostAsync = await countLostCommits(join(folder, 'asynchronous'), false, check);
  check(lostAsync > 0, `failover with an asynchronous standby loses acknowledged commits: ${lostAsync}`);
  const lostSync = await countLostCommits(join(folder, 'synchronous'), true, check);
  check(lostSync === 0, `failover with a synchronous standby loses none: ${lostSync}`);
}

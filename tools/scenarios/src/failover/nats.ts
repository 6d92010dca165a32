import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { STREAM } from '@touchline/api/event';
import { bootstrapChanged } from '@touchline/api/events/fpl-relay';
import { type Nats, natsUrl, startNats } from '@touchline/local-stack/dependencies/nats';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { type Bus, openBus } from '@touchline/service-kit/bus';
import { createLog } from '@touchline/service-kit/log';
import { openJetStream, publish, updateStream } from '@touchline/service-kit/stream';
import { subscribe } from '@touchline/service-kit/subscribe';
import type { Judge } from './check.ts';

const NAMES = ['one', 'two', 'three'] as const;
const password = (user: string) => `password of ${user}`;
const EVENTS_EACH = 300;

interface Cluster {
  readonly servers: Map<string, Nats>;
  start(name: string): Promise<void>;
  /** kill -9. */
  kill(name: string): Promise<void>;
  busOf(user: string, server: string): Bus;
}

/** Three servers with the users of production; a client that knows one of them learns of the others. */
async function startCluster(folder: string): Promise<Cluster> {
  const places: { name: string; port: number; inside: number }[] = [];
  for (const name of NAMES) places.push({ name, port: await freePort(), inside: await freePort() });
  const servers = new Map<string, Nats>();
  const start = async (name: string) => {
    const { port, inside } = places.find((each) => each.name === name)!;
    const cluster = { name, port: inside, ports: places.map((each) => each.inside) };
    servers.set(name, await startNats({ storeDir: join(folder, name), port, password, cluster }));
  };
  await Promise.all(NAMES.map(start));
  return {
    servers,
    start,
    async kill(name) {
      const { child } = servers.get(name)!;
      child.signal('SIGKILL');
      await child.exited;
    },
    busOf: (user, server) =>
      openBus(natsUrl(servers.get(server)!.port, user, password), {
        name: user,
        log: createLog(user, 'silent'),
      }),
  };
}

/** A publisher that tries again what was not acknowledged, as the outbox does. */
function publisher(bus: Bus) {
  let next = 0;
  let slowest = 0;
  return {
    acknowledged: () => next,
    slowest: () => slowest,
    async publish(count: number) {
      slowest = 0;
      for (const end = next + count; next < end; next++) {
        const since = performance.now();
        const send = () =>
          publish(bus, {
            subject: bootstrapChanged.subject,
            payload: { season: 'check', version: next },
            id: `check:${next}`,
          }).then(
            () => true,
            () => false,
          );
        await waitUntil(send, { what: 'the stream to acknowledge', timeoutMs: 60_000, everyMs: 100 });
        slowest = Math.max(slowest, performance.now() - since);
      }
    },
  };
}

/** The stream as the operator sees it; undefined while nobody leads it. */
async function infoOf(bus: Bus) {
  const { jsm } = await openJetStream(bus);
  return jsm.streams.info(STREAM.name).catch(() => undefined);
}

/** NATS as a cluster of three: with one server killed nothing acknowledged is lost, and publishers and consumers go on. */
export async function checkBus(folder: string, judge: Judge): Promise<void> {
  const cluster = await startCluster(folder);
  const operator = cluster.busOf('operator', 'one');
  const relay = cluster.busOf('fpl-relay', 'two');
  const games = cluster.busOf('games', 'three');
  try {
    const prepared = () =>
      updateStream(operator).then(
        () => true,
        () => false,
      );
    await waitUntil(prepared, { what: 'the stream', timeoutMs: 60_000, everyMs: 500 });
    judge(
      (await infoOf(operator))?.config.num_replicas === 3,
      'on a cluster prepare-bus keeps three copies of the stream',
    );
    const got = new Map<number, number>();
    subscribe(games, bootstrapChanged, { durable: 'games-bootstrap' }, async ({ version }) => {
      got.set(version, (got.get(version) ?? 0) + 1);
    });
    const outbox = publisher(relay);
    await outbox.publish(EVENTS_EACH);
    for (const [whose, of] of [
      ['leads the stream', leaderOf],
      ['has the consumer’s connection', async () => serverOf(cluster, games)],
    ] as const) {
      const name = await waitUntil(() => of(operator), { what: 'a leader', timeoutMs: 30_000 });
      const before = outbox.acknowledged();
      const running = outbox.publish(EVENTS_EACH);
      await waitUntil(() => outbox.acknowledged() > before + EVENTS_EACH / 4, {
        what: 'events',
        timeoutMs: 60_000,
      });
      await cluster.kill(name);
      await running;
      const all = outbox.acknowledged();
      const since = performance.now();
      await waitUntil(() => got.size === all, { what: 'the consumer', timeoutMs: 60_000 }).catch(() => {});
      judge(
        got.size === all,
        `the server that ${whose} is killed: ${all} acknowledged, ${got.size} received`,
      );
      judge(
        outbox.slowest() < 20_000,
        `publishing went on; the longest wait for an acknowledgement was ${(outbox.slowest() / 1000).toFixed(1)} s`,
      );
      console.log(
        `the consumer had all ${((performance.now() - since) / 1000).toFixed(1)} s after the last was published`,
      );
      await cluster.start(name);
      await waitUntil(async () => isWhole(await infoOf(operator)), {
        what: 'all copies',
        timeoutMs: 60_000,
        everyMs: 250,
      });
    }
    const info = await waitUntil(() => infoOf(operator), { what: 'the stream', timeoutMs: 30_000 });
    const all = outbox.acknowledged();
    judge(info.state.messages === all, `the stream holds each event once: ${info.state.messages} of ${all}`);
    const twice = [...got.values()].filter((times) => times > 1).length;
    console.log(`${twice} events came more than once, which consumers must bear`);
    await twoGone(cluster, outbox, got, judge);
  } finally {
    for (const bus of [operator, relay, games]) await Promise.race([bus.close(), sleep(5_000)]);
    await Promise.all([...cluster.servers.values()].map((server) => server.stop()));
  }
}

/** With two of three gone nothing is acknowledged, and nothing that was is lost when one is back. */
async function twoGone(
  cluster: Cluster,
  outbox: ReturnType<typeof publisher>,
  got: Map<number, number>,
  judge: Judge,
): Promise<void> {
  await Promise.all([cluster.kill('one'), cluster.kill('two')]);
  const before = outbox.acknowledged();
  const running = outbox.publish(20);
  await sleep(3_000);
  judge(outbox.acknowledged() === before, 'with two servers gone nothing is acknowledged');
  await cluster.start('one');
  await running;
  const all = outbox.acknowledged();
  await waitUntil(() => got.size === all, { what: 'the consumer', timeoutMs: 60_000 }).catch(() => {});
  judge(got.size === all, `with one of them back all goes on: ${all} acknowledged, ${got.size} received`);
  await cluster.start('two');
}

const leaderOf = async (operator: Bus) => (await infoOf(operator))?.cluster?.leader;

async function serverOf(cluster: Cluster, bus: Bus): Promise<string | undefined> {
  const port = Number((await bus.connection()).getServer().split(':').at(-1));
  return [...cluster.servers].find(([, server]) => server.port === port)?.[0];
}

function isWhole(info: Awaited<ReturnType<typeof infoOf>>): boolean {
  const replicas = info?.cluster?.replicas ?? [];
  return replicas.length === 2 && replicas.every(({ current, offline }) => current && !offline);
}

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { STREAM } from '@touchline/api/event';
import { bootstrapChanged } from '@touchline/api/events/fpl-relay';
import { type Nats, natsUrl, startNats } from '@touchline/local-stack/dependencies/nats';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { type Bus, openBus } from '@touchline/service-kit/messaging/bus';
import { openJetStream, publish, updateStream } from '@touchline/service-kit/messaging/stream';
import { subscribe } from '@touchline/service-kit/messaging/subscribe';
import { createLog } from '@touchline/service-kit/process/log';
import type { Check } from './check.ts';

const NAMES = ['one', 'two', 'three'] as const;
const password = (user: string) => `password of ${user}`;
const EVENTS_PER_ROUND = 300;

interface Cluster {
  readonly servers: Map<string, Nats>;
  start(name: string): Promise<void>;
  /** Kills the server with SIGKILL and resolves once it has exited. */
  kill(name: string): Promise<void>;
  connect(user: string, server: string): Bus;
}

/** Starts three servers with the users of production. A client of one server discovers the others. */
async function startCluster(folder: string): Promise<Cluster> {
  const nodes: { name: string; port: number; clusterPort: number }[] = [];
  for (const name of NAMES) nodes.push({ name, port: await freePort(), clusterPort: await freePort() });
  const servers = new Map<string, Nats>();
  const start = async (name: string) => {
    const { port, clusterPort } = nodes.find((each) => each.name === name)!;
    const cluster = { name, port: clusterPort, ports: nodes.map((each) => each.clusterPort) };
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
    connect: (user, server) =>
      openBus(natsUrl(servers.get(server)!.port, user, password), {
        name: user,
        log: createLog(user, 'silent'),
      }),
  };
}

/** Creates a publisher that retries unacknowledged events, like the outbox. */
function createPublisher(bus: Bus) {
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

/** Reads the state of the stream; undefined while it has no leader. */
async function readStreamInfo(bus: Bus) {
  const { jsm } = await openJetStream(bus);
  return jsm.streams.info(STREAM.name).catch(() => undefined);
}

/** Checks that a NATS cluster of three loses no acknowledged event when one server is killed, and that publishers and consumers continue. */
export async function checkNatsFailover(folder: string, check: Check): Promise<void> {
  const cluster = await startCluster(folder);
  const operator = cluster.connect('operator', 'one');
  const relay = cluster.connect('fpl-relay', 'two');
  const games = cluster.connect('games', 'three');
  try {
    const updateOnce = () =>
      updateStream(operator).then(
        () => true,
        () => false,
      );
    await waitUntil(updateOnce, { what: 'the stream', timeoutMs: 60_000, everyMs: 500 });
    check(
      (await readStreamInfo(operator))?.config.num_replicas === 3,
      'prepare-bus keeps three copies of the stream on a cluster',
    );
    const deliveries = new Map<number, number>();
    subscribe(games, bootstrapChanged, { durable: 'games-bootstrap' }, async ({ version }) => {
      deliveries.set(version, (deliveries.get(version) ?? 0) + 1);
    });
    const outbox = createPublisher(relay);
    await outbox.publish(EVENTS_PER_ROUND);
    for (const [role, find] of [
      ['stream leader', findLeader],
      ['server of the consumer', async () => findConnectedServer(cluster, games)],
    ] as const) {
      const name = await waitUntil(() => find(operator), { what: 'a leader', timeoutMs: 30_000 });
      const before = outbox.acknowledged();
      const running = outbox.publish(EVENTS_PER_ROUND);
      await waitUntil(() => outbox.acknowledged() > before + EVENTS_PER_ROUND / 4, {
        what: 'events',
        timeoutMs: 60_000,
      });
      await cluster.kill(name);
      await running;
      const all = outbox.acknowledged();
      const since = performance.now();
      await waitForDeliveries(deliveries, all);
      check(
        deliveries.size === all,
        `no event is lost after a kill of the ${role}: ${all} acknowledged, ${deliveries.size} received`,
      );
      check(
        outbox.slowest() < 20_000,
        `publishing continues; longest wait for an acknowledgement ${(outbox.slowest() / 1000).toFixed(1)} s`,
      );
      console.log(
        `consumer complete ${((performance.now() - since) / 1000).toFixed(1)} s after the last publish`,
      );
      await cluster.start(name);
      await waitUntil(async () => isFullyReplicated(await readStreamInfo(operator)), {
        what: 'all copies',
        timeoutMs: 60_000,
        everyMs: 250,
      });
    }
    const info = await waitUntil(() => readStreamInfo(operator), { what: 'the stream', timeoutMs: 30_000 });
    const all = outbox.acknowledged();
    check(info.state.messages === all, `stream contains each event once: ${info.state.messages} of ${all}`);
    const duplicates = [...deliveries.values()].filter((times) => times > 1).length;
    console.log(`${duplicates} events delivered more than once, which consumers must tolerate`);
    await checkQuorumLoss(cluster, outbox, deliveries, check);
  } finally {
    for (const bus of [operator, relay, games]) await Promise.race([bus.close(), sleep(5_000)]);
    await Promise.all([...cluster.servers.values()].map((server) => server.stop()));
  }
}

/** Checks that nothing is acknowledged while two of three servers are down, and that nothing acknowledged is lost once one is back. */
async function checkQuorumLoss(
  cluster: Cluster,
  outbox: ReturnType<typeof createPublisher>,
  deliveries: Map<number, number>,
  check: Check,
): Promise<void> {
  await Promise.all([cluster.kill('one'), cluster.kill('two')]);
  const before = outbox.acknowledged();
  const running = outbox.publish(20);
  await sleep(3_000);
  check(outbox.acknowledged() === before, 'nothing is acknowledged while two servers are down');
  await cluster.start('one');
  await running;
  const all = outbox.acknowledged();
  await waitForDeliveries(deliveries, all);
  check(
    deliveries.size === all,
    `delivery resumes once one server is back: ${all} acknowledged, ${deliveries.size} received`,
  );
  await cluster.start('two');
}

/** Waits until all events are delivered, at most a minute. */
const waitForDeliveries = (deliveries: Map<number, number>, count: number) =>
  waitUntil(() => deliveries.size === count, { what: 'the consumer', timeoutMs: 60_000 }).catch(() => {});

const findLeader = async (operator: Bus) => (await readStreamInfo(operator))?.cluster?.leader;

async function findConnectedServer(cluster: Cluster, bus: Bus): Promise<string | undefined> {
  const port = Number((await bus.connection()).getServer().split(':').at(-1));
  return [...cluster.servers].find(([, server]) => server.port === port)?.[0];
}

function isFullyReplicated(info: Awaited<ReturnType<typeof readStreamInfo>>): boolean {
  const replicas = info?.cluster?.replicas ?? [];
  return replicas.length === 2 && replicas.every(({ current, offline }) => current && !offline);
}

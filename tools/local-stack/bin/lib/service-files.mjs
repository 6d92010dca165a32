/**
 * The files of a new service, by path. `admin` is the package.json of the admin service, whose versions are those of every service.
 * package.json declares it as a team service: its limits, and the events that it consumes.
 */
export function serviceFiles(name, { dependencies: versions }) {
  return {
    'package.json': json(packageJson(name, versions)),
    'tsconfig.json': json(TSCONFIG),
    'README.md': readme(name),
    'src/endpoints.ts': endpoints(name),
    'src/migrations.ts': MIGRATIONS,
    'src/changes/changes.store.ts': STORE,
    'src/app.ts': APP,
    'src/main.ts': MAIN,
    'src/app.test.ts': test(name),
  };
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

function packageJson(name, versions) {
  const pick = (...names) => Object.fromEntries(names.map((one) => [one, versions[one]]));
  return {
    name: `@touchline/${name}`,
    version: '0.1.0',
    private: true,
    description: `Team service: ${name.replaceAll('-', ' ')}`,
    type: 'module',
    layers: [['main'], ['app'], ['changes', 'endpoints', 'migrations']],
    teamService: {
      limits: { requests_per_minute: 120, concurrent_requests: 32, timeout_ms: 5000 },
      consumes: ['games.game.changed'],
    },
    exports: {
      './endpoints': {
        source: './src/endpoints.ts',
        types: './dist/endpoints.d.ts',
        default: './dist/endpoints.js',
      },
    },
    scripts: {
      start: 'node dist/main.js',
      test: `vitest run --root ../.. services/${name}/`,
    },
    dependencies: pick('@touchline/api', '@touchline/service-kit', 'zod'),
  };
}

const TSCONFIG = {
  extends: '../../tsconfig.base.json',
  compilerOptions: { rootDir: 'src', outDir: 'dist', tsBuildInfoFile: 'dist/.tsbuildinfo' },
  include: ['src'],
  references: [
    { path: '../../packages/service-kit' },
    { path: '../../packages/api' },
    { path: '../../tools/local-stack' },
  ],
};

const readme = (name) => `# @touchline/${name}

A team service. \`src/endpoints.ts\` declares its endpoints below \`/api/${name}\`, the field \`teamService\` in package.json its limits
and the events that it consumes. \`src/app.ts\` is the wiring, \`deploy/\` has its files for Docker Compose, Kubernetes, NATS and Prometheus.

\`\`\`
npm test -w services/${name}
\`\`\`

[Add a service](../../docs/recipes/add-a-service.md) describes the parts.
`;

const endpoints = (name) => `import { endpoint } from '@touchline/api/endpoint';
import { z } from 'zod/mini';

/** Everything that this module exports is registered; the gateway forwards nothing else below \`/api/${name}\`. */

export const listChanges = endpoint({
  method: 'GET',
  path: '/${name}/changes',
  auth: 'none',
  summary: 'The games that changed most recently, with the number of their changes that this service has received',
  data: z.object({ games: z.array(z.object({ game_id: z.string(), changes: z.number() })) }),
});
`;

const MIGRATIONS = `import { replicasTable } from '@touchline/service-kit/administration/service-health';
import { initialSchema, type Migration } from '@touchline/service-kit/data/migrations';

/** last_sequence: position in the stream of the last counted event, so that a repeated event counts once. */
const changesTable = \`
  create table game_changes (
    game_id text primary key,
    changes integer not null,
    last_sequence bigint not null
  );
  create index game_changes_by_sequence on game_changes (last_sequence desc);
\`;

/** Migrations of the schema of this service, in order. A released step must never change. */
export const migrations: readonly Migration[] = [initialSchema([replicasTable, changesTable])];
`;

const STORE = `import { type Database, query } from '@touchline/service-kit/data/database';

/** Counts a change of a game once, by its position in the stream. */
export async function countChange(db: Database, gameId: string, sequence: number): Promise<void> {
  await query(
    db,
    \`insert into game_changes as counted (game_id, changes, last_sequence) values (:gameId, 1, :sequence)
     on conflict (game_id) do update set changes = counted.changes + 1, last_sequence = excluded.last_sequence
     where counted.last_sequence < excluded.last_sequence\`,
    { gameId, sequence },
  );
}

const MAX_GAMES = 20;

/** Lists the games that changed last, latest first. */
export const listLatest = (db: Database) =>
  query<{ game_id: string; changes: number }>(
    db,
    'select game_id, changes from game_changes order by last_sequence desc limit ?',
    [MAX_GAMES],
  );
`;

const APP = `import { gameChanged } from '@touchline/api/events/games';
import { keepHeartbeat } from '@touchline/service-kit/administration/service-health';
import { createServiceKoa, type ServiceResources } from '@touchline/service-kit/http/app';
import type { Verifier } from '@touchline/service-kit/http/auth';
import { createRoutes, mount, route } from '@touchline/service-kit/http/route';
import { subscribe } from '@touchline/service-kit/messaging/subscribe';
import type { App } from '@touchline/service-kit/service';
import { countChange, listLatest } from './changes/changes.store.ts';
import { listChanges } from './endpoints.ts';

/** Resources of the app. */
export interface AppDeps extends ServiceResources {
  verifier: Verifier | null;
}

/** Wires the service: events, routes, health and metrics. */
export function createApp(deps: AppDeps): App {
  const { db, bus, verifier } = deps;
  const koa = createServiceKoa(deps);
  const routes = createRoutes(verifier);
  route(routes, listChanges, async () => ({ games: await listLatest(db) }));
  mount(koa, routes);

  subscribe(bus, gameChanged, {}, ({ game_id }, { sequence }) => countChange(db, game_id, sequence));
  keepHeartbeat(db, bus);
  return { koa, stop: async () => {} };
}
`;

const MAIN = `import { runTeamService } from '@touchline/service-kit/team-service';
import { createApp } from './app.ts';
import * as endpoints from './endpoints.ts';
import { migrations } from './migrations.ts';

const packageJson = new URL('../package.json', import.meta.url);
await runTeamService({ packageJson, endpoints, migrations }, createApp);
`;

const test = (name) => `import { gameChanged } from '@touchline/api/events/games';
import { readTeamServiceManifest } from '@touchline/api/team-service-manifest';
import { createTestDatabase, type TestDatabase, type TestNats, testNats } from '@touchline/local-stack/testing';
import { type Database, openDatabase } from '@touchline/service-kit/data/database';
import { migrate } from '@touchline/service-kit/data/migrations';
import { type Listening, listen } from '@touchline/service-kit/http/server';
import { type Bus, openBus } from '@touchline/service-kit/messaging/bus';
import { publish, updateStream } from '@touchline/service-kit/messaging/stream';
import { createLog } from '@touchline/service-kit/process/log';
import { createMetrics } from '@touchline/service-kit/process/metrics';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { createApp } from './app.ts';
import { migrations } from './migrations.ts';

const NAME = '${name}';
const log = createLog(NAME, 'silent');
let nats: TestNats;
let database: TestDatabase;
let db: Database;
let server: Listening;
let games: Bus;
let own: Bus;

/** The service with the rights on NATS that its package.json declares. */
beforeAll(async () => {
  const team = readTeamServiceManifest(manifest);
  nats = await testNats({ users: true, teams: team ? [team] : [] });
  database = await createTestDatabase(NAME);
  db = openDatabase(database.url, NAME.replaceAll('-', '_'));
  await migrate(db, migrations);
  const operator = openBus(nats.urlOf('operator'), { name: 'operator', log });
  await updateStream(operator);
  await operator.close();
  [games, own] = ['games', NAME].map((name) => openBus(nats.urlOf(name), { name, log })) as [Bus, Bus];
  const { koa } = createApp({ db, bus: own, log, metrics: createMetrics(NAME), verifier: null });
  server = await listen(koa, 0, '127.0.0.1');
});
afterAll(async () => {
  await server?.close();
  await Promise.all([games?.close(), own?.close()]);
  await db?.destroy();
  await database?.drop();
  await nats?.stop();
});

const read = async () => {
  const response = await fetch(\`\${server.url}/api/${name}/changes\`);
  return ((await response.json()) as { data: { games: unknown[] } }).data.games;
};
const change = (game_id: string) => publish(games, { subject: gameChanged.subject, payload: { game_id } });

test('changes of games are counted and listed, the latest first', async () => {
  for (const id of ['one', 'two', 'one']) await change(id);
  await expect
    .poll(read)
    .toEqual([
      { game_id: 'one', changes: 2 },
      { game_id: 'two', changes: 1 },
    ]);
});

test('it is ready while its database responds', async () => {
  expect((await fetch(\`\${server.url}/readyz\`)).status).toBe(200);
});
`;

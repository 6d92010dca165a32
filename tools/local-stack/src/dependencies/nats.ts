import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Child, type ChildWatch, startChild, whenReady } from './child.ts';
import { natsServerPath } from './nats-binary.ts';
import { natsAuthorization, OPERATOR, type TeamUser } from './nats-rights.ts';
import { freePort } from './ports.ts';

export interface NatsOptions {
  /** JetStream's folder; created if missing. */
  readonly storeDir: string;
  readonly port?: number;
  /** Passwords of the users in nats-rights.ts. Without them every client has all rights, for tests. */
  readonly password?: (user: string) => string;
  /** Team services, which are users as well. */
  readonly teams?: readonly TeamUser[];
  /** One of a cluster: its own name and port there, and the ports of all. Ready before the others are: they need each other. */
  readonly cluster?: { readonly name: string; readonly port: number; readonly ports: readonly number[] };
  readonly say?: (text: string) => void;
  readonly watch?: ChildWatch;
}

export interface Nats {
  /** With users, the operator's. */
  readonly url: string;
  readonly port: number;
  readonly child: Child;
  stop(): Promise<void>;
}

/** Starts nats-server with JetStream on 127.0.0.1 and waits until JetStream is enabled. */
export async function startNats(options: NatsOptions): Promise<Nats> {
  const command = await natsServerPath(options.say ?? (() => {}));
  const port = options.port ?? (await freePort());
  mkdirSync(options.storeDir, { recursive: true });
  const config = join(options.storeDir, 'nats.conf');
  rmSync(config, { force: true }); // an older one may be readable by others, and keeps its mode when overwritten
  writeFileSync(config, natsConfig(options, port), { mode: 0o600 });
  const child = await startChild({ name: 'nats', command, args: ['-c', config], watch: options.watch });
  await whenReady(child, () => hasJetStream(port), { what: 'NATS with JetStream', timeoutMs: 30_000 });
  return { url: natsUrl(port, OPERATOR, options.password), port, child, stop: () => child.stop() };
}

/** The URL at which `user` connects. */
export function natsUrl(port: number, user: string, password?: (user: string) => string): string {
  const login = password ? `${user}:${encodeURIComponent(password(user))}@` : '';
  return `nats://${login}127.0.0.1:${port}`;
}

function natsConfig({ storeDir, password, teams, cluster }: NatsOptions, port: number): string {
  return `host: 127.0.0.1
port: ${port}
max_payload: 8MB
jetstream {
  store_dir: ${JSON.stringify(storeDir)}
  max_memory_store: 128MB
  max_file_store: 4GB
}
${cluster ? clusterConfig(cluster) : ''}${password ? natsAuthorization((user) => JSON.stringify(password(user)), teams) : ''}`;
}

function clusterConfig({ name, port, ports }: NonNullable<NatsOptions['cluster']>): string {
  const routes = ports.map((each) => `"nats://127.0.0.1:${each}"`).join(', ');
  return `server_name: ${JSON.stringify(name)}
cluster { name: touchline, host: 127.0.0.1, port: ${port}, routes: [${routes}] }
`;
}

/** The server greets every connection with a line of JSON that describes it. */
function hasJetStream(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setTimeout(1_000, () => socket.destroy());
    socket.once('data', (greeting) => {
      resolve(/"jetstream":\s*true/.test(greeting.toString()));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}

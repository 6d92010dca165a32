import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ChainSettings } from '../dependencies/chain.ts';
import { freePort } from '../dependencies/ports.ts';
import {
  type DependencyContext,
  startChainDependency,
  startNatsDependency,
  startPostgresDependency,
} from './dependencies.ts';
import { type ReplaySettings, startFeedDependency } from './feed.ts';
import { derivePushKeys } from './push-keys.ts';
import { type RuntimeContext, SERVICES } from './services.ts';

export interface RuntimeContextOptions {
  /** The project's root. */
  readonly project: string;
  /** Port of the gateway; a free one by default. */
  readonly port: number | undefined;
  readonly replay: ReplaySettings;
  readonly chain: ChainSettings;
}

/** Starts all dependencies in parallel and collects the services' context. */
export async function startDependencies(
  context: DependencyContext,
  { project, port, replay, chain: chainSettings }: RuntimeContextOptions,
): Promise<RuntimeContext> {
  /** @param setting variable of the environment with the address of an external one */
  const announce = async <Facts>(name: string, setting: string, dependency: Promise<Facts>) => {
    const facts = await dependency;
    context.say(`${name} is ready${process.env[setting] ? ' (external)' : ''}`);
    return facts;
  };
  const dependencies = [
    announce('postgres', 'DATABASE_URL', startPostgresDependency(context)),
    announce('nats', 'NATS_URL', startNatsDependency(context, project)),
    announce('chain', 'RPC_URL', startChainDependency(context, chainSettings)),
    announce('feed', 'FPL_URL', startFeedDependency(context, project, replay)),
  ] as const;
  await Promise.allSettled(dependencies); // a failure must not leave others half-started
  const [databaseUrl, natsUrl, chain, feed] = await Promise.all(dependencies);
  const ports = await portTable(port, context.teams);
  return {
    natsUrl,
    databaseUrl,
    ...ports,
    teams: context.teams,
    feedUrl: feed.url,
    calendar: feed.calendar,
    chain,
    sealSecret: process.env.SEAL_SECRET ?? context.home.secret('seals'),
    keysSecret: process.env.KEYS_SECRET ?? context.home.secret('keys'),
    publicUrl: process.env.PUBLIC_URL ?? `http://localhost:${ports.port('gateway')}`,
    push: derivePushKeys(context.home.secret('push')),
    releaseSecret: process.env.RELEASE_SECRET ?? context.home.secret('releases'),
    remotesDir: context.home.path('remotes'),
    shellDir: join(project, 'shell', 'dist'),
    demoWalletScript: demoWallet(project),
    demo: replay.waits === true && !process.env.FPL_URL,
  };
}

/** Its private keys are public, so it is offered only with the local chain. */
function demoWallet(project: string): string | undefined {
  const script = join(project, 'tools/demo-wallet/dist', 'demo-wallet.js');
  return !process.env.RPC_URL && existsSync(script) ? script : undefined;
}

async function portTable(gateway: number | undefined, teams: DependencyContext['teams']) {
  const ports = new Map<string, number>();
  const metrics = new Map<string, number>();
  for (const { name } of [...SERVICES, ...teams]) {
    ports.set(name, name === 'gateway' && gateway ? gateway : await freePort());
    metrics.set(name, await freePort());
  }
  return {
    port: (service: string) => ports.get(service) as number,
    metricsPort: (service: string) => metrics.get(service) as number,
  };
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ChainSettings } from '../dependencies/chain.ts';
import { freePort } from '../dependencies/ports.ts';
import { feedPart, type ReplaySettings } from './feed.ts';
import {
  type ChainPartFacts,
  chainPart,
  natsPart,
  type Part,
  type PartContext,
  postgresPart,
} from './dependencies.ts';
import { SERVICES, type ServiceName, type Surroundings } from './services.ts';

export interface SurroundingsOptions {
  /** The project's root. */
  readonly project: string;
  /** Port of the gateway; a free one by default. */
  readonly port: number | undefined;
  readonly replay: ReplaySettings;
  readonly chain: ChainSettings;
}

/** Starts all parts in parallel and collects what the services need to know about them. */
export async function startParts(
  context: PartContext,
  { project, port, replay, chain: chainSettings }: SurroundingsOptions,
): Promise<Surroundings & { readonly chain: ChainPartFacts }> {
  const timed = async <Facts>(name: string, part: Promise<Part<Facts>>): Promise<Facts> => {
    const { external, facts } = await part;
    context.say(`${name} is ready${external ? ' (external)' : ''}`);
    return facts;
  };
  const parts = [
    timed('postgres', postgresPart(context)),
    timed('nats', natsPart(context, project)),
    timed('chain', chainPart(context, chainSettings)),
    timed('feed', feedPart(context, project, replay)),
  ] as const;
  await Promise.allSettled(parts); // a failure must not leave others half-started
  const [databaseUrl, natsUrl, chain, feed] = await Promise.all(parts);
  const ports = await portTable(port);
  return {
    natsUrl,
    databaseUrl,
    ...ports,
    feedUrl: feed.url,
    calendar: feed.calendar,
    chain,
    adminWallets: chain.adminWallets,
    keysSecret: process.env.KEYS_SECRET ?? context.home.secret('keys'),
    publicUrl: process.env.PUBLIC_URL ?? `http://localhost:${ports.port('gateway')}`,
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

async function portTable(gateway: number | undefined) {
  const ports = new Map<ServiceName, number>();
  const metrics = new Map<ServiceName, number>();
  for (const { name } of SERVICES) {
    ports.set(name, name === 'gateway' && gateway ? gateway : await freePort());
    metrics.set(name, await freePort());
  }
  return {
    port: (service: ServiceName) => ports.get(service) as number,
    metricsPort: (service: ServiceName) => metrics.get(service) as number,
  };
}

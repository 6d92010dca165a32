import { holdAdvisoryLock } from '@touchline/service-kit/advisory-lock';
import { createKoa } from '@touchline/service-kit/app';
import type { Verifier } from '@touchline/service-kit/auth';
import { databaseAnswers } from '@touchline/service-kit/database';
import type { Metrics } from '@touchline/service-kit/metrics';
import { publishFromOutbox } from '@touchline/service-kit/outbox';
import { createRoutes, mount } from '@touchline/service-kit/route';
import type Koa from 'koa';
import { answerCoefficients } from './coefficients/coefficients.questions.ts';
import { stakeRoutes } from './stakes/stakes.routes.ts';
import type { ChainDeps } from './transfers/chain.ts';
import { runWorker } from './worker.ts';

export interface StakingDeps extends ChainDeps {
  verifier: Verifier;
  /** Between two looks at the chain, default 4 s. */
  pauseMs?: number;
  metrics?: Metrics;
}

export interface App {
  koa: Koa;
  /** Ends the worker; the bus and the database are closed by who opened them. */
  stop(): Promise<void>;
}

const PAUSE_MS = 4_000;

/** Everything that the staking service is: its routes, the questions it answers and its one worker. */
export function createApp({ verifier, metrics, pauseMs = PAUSE_MS, ...given }: StakingDeps): App {
  const { db, bus, log } = given;
  const scanned = metrics?.gauge(
    'staking_scanned_block',
    'Last block whose transfers to the staking wallet are known',
  );
  const deps: ChainDeps = { ...given, onScanned: (block) => scanned?.set(block) };
  const koa = createKoa({
    log,
    ready: async () => ({ database: await databaseAnswers(db) }),
    ...(metrics ? { metrics } : {}),
  });
  const routes = createRoutes(verifier);
  stakeRoutes(routes, deps);
  mount(koa, routes);

  answerCoefficients(deps);
  publishFromOutbox(db, bus);
  const worker = holdAdvisoryLock(db, 'staking-worker', log, (signal) => runWorker(deps, pauseMs, signal));

  return { koa, stop: () => worker.stop() };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan } from './command-line.ts';
import { createFaults, type FaultTargets } from './faults.ts';
import type { ChaosFixture } from './fixture.ts';
import { createFreePlayer } from './join-free.ts';
import { payAndJoin, stake } from './pay.ts';
import type { ValidationResult } from './validators.ts';

/** Number of actions per cycle of all faults. */
const ACTIONS_PER_CYCLE = 1_000;
/** Number of saves of each team that saves lineups. */
const SAVES_PER_TEAM = 10;
/** Maximum number of concurrent actions. */
const MAX_UNDER_WAY = 120;

/** Lets actions start before the fault. */
const BEFORE_FAULT_MS = 400;
const RESEND_MS = 2_000;
const END_TIMEOUT_MS = 240_000;

type Action = () => Promise<void>;

/**
 * Runs the plan's actions, spread evenly over the faults, so that every kind of action overlaps with every fault.
 * @returns the actions that never completed
 */
export async function runSchedule(
  fixture: ChaosFixture,
  plan: Plan,
  targets: FaultTargets,
  log: (text: string) => void,
): Promise<ValidationResult> {
  const kinds = createActions(fixture, plan);
  const total = kinds.reduce((sum, actions) => sum + actions.length, 0);
  const cycles = Math.max(1, Math.round(total / ACTIONS_PER_CYCLE));
  const faults = Array.from({ length: cycles }, (_, cycle) => createFaults(targets, cycle)).flat();
  const underWay = new Set<Promise<void>>();
  const failures: string[] = [];
  const start = (action: Action) => {
    const run = action()
      .catch((error: unknown) => void failures.push(`failed: ${describeError(error)}`))
      .finally(() => underWay.delete(run));
    underWay.add(run);
  };
  for (const [index, fault] of faults.entries()) {
    const due = kinds.flatMap((actions) => sliceStep(actions, index, faults.length));
    for (const action of due) start(action);
    await sleep(BEFORE_FAULT_MS);
    fixture.signal.throwIfAborted();
    await fault.run();
    log(
      `fault ${index + 1}/${faults.length} over: ${fault.name}; ${due.length} actions started, ${underWay.size} running`,
    );
    while (underWay.size > MAX_UNDER_WAY) await Promise.race(underWay);
  }
  log(`all faults over; ${underWay.size} actions running`);
  const until = performance.now() + END_TIMEOUT_MS;
  while (underWay.size > 0 && performance.now() < until) {
    await Promise.race([...underWay, sleep(RESEND_MS)]);
    await fixture.network.resend().catch(() => 0);
  }
  for (let left = underWay.size; left > 0; left--) failures.push('failed: action never completed');
  return { name: 'actions complete', passed: total - failures.length, failures };
}

function createActions(fixture: ChaosFixture, plan: Plan): Action[][] {
  const players = Array.from({ length: plan.joins }, (_, index) => createFreePlayer(fixture, index));
  const savers = players.slice(0, Math.max(1, Math.ceil(plan.saves / SAVES_PER_TEAM)));
  return [
    players.map((player) => player.join),
    Array.from({ length: plan.saves }, (_, index) => savers[index % savers.length]!.save),
    Array.from({ length: plan.payments }, (_, index) => () => payAndJoin(fixture, index)),
    Array.from({ length: plan.stakes }, (_, index) => () => stake(fixture, index)),
  ];
}

/** Returns the items of one of `count` equal steps. */
function sliceStep<T>(items: readonly T[], step: number, count: number): T[] {
  return items.slice(
    Math.floor((items.length * step) / count),
    Math.floor((items.length * (step + 1)) / count),
  );
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? `${error.code} ` : '';
  return `${code}${error.message}${error.cause ? ` (${describeError(error.cause)})` : ''}`;
}

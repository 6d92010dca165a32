import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan } from './command-line.ts';
import { type Breakable, faultsOf } from './faults.ts';
import { payAndJoin, stake } from './pay.ts';
import { freePlayer } from './join-free.ts';
import type { Scene } from './fixture.ts';
import type { Judgement } from './validators.ts';

/** One cycle of all faults for this many actions. */
const ACTIONS_PER_CYCLE = 1_000;
/** Each of the teams that save does so this often. */
const SAVES_PER_TEAM = 10;
/** Actions under way at the same time. */
const MOST_UNDER_WAY = 120;

/** Lets actions begin before the fault. */
const BEFORE_FAULT_MS = 400;
const RESEND_MS = 2_000;
const END_TIMEOUT_MS = 240_000;

type Action = () => Promise<void>;

/**
 * Spreads the plan's actions evenly over the faults: some of every kind are under way during each.
 * @returns which actions never got an answer
 */
export async function playCampaign(
  scene: Scene,
  plan: Plan,
  breakable: Breakable,
  say: (text: string) => void,
): Promise<Judgement> {
  const kinds = actionsOf(scene, plan);
  const total = kinds.reduce((sum, actions) => sum + actions.length, 0);
  const cycles = Math.max(1, Math.round(total / ACTIONS_PER_CYCLE));
  const faults = Array.from({ length: cycles }, (_, cycle) => faultsOf(breakable, cycle)).flat();
  const underWay = new Set<Promise<void>>();
  const failures: string[] = [];
  const begin = (action: Action) => {
    const run = action()
      .catch((error: unknown) => void failures.push(`failed: ${describe(error)}`))
      .finally(() => underWay.delete(run));
    underWay.add(run);
  };
  for (const [index, fault] of faults.entries()) {
    const due = kinds.flatMap((actions) => share(actions, index, faults.length));
    for (const action of due) begin(action);
    await sleep(BEFORE_FAULT_MS);
    scene.signal.throwIfAborted();
    await fault.happen();
    say(`${index + 1}/${faults.length} ${fault.name}: ${due.length} begun, ${underWay.size} under way`);
    while (underWay.size > MOST_UNDER_WAY) await Promise.race(underWay);
  }
  say(`all faults are over, ${underWay.size} actions under way`);
  const until = performance.now() + END_TIMEOUT_MS;
  while (underWay.size > 0 && performance.now() < until) {
    await Promise.race([...underWay, sleep(RESEND_MS)]);
    await scene.network.sendAgain().catch(() => 0);
  }
  for (let left = underWay.size; left > 0; left--) failures.push('failed: an action never ended');
  return { question: 'actions have an answer', passed: total - failures.length, failures };
}

function actionsOf(scene: Scene, plan: Plan): Action[][] {
  const players = Array.from({ length: plan.joins }, (_, index) => freePlayer(scene, index));
  const savers = players.slice(0, Math.max(1, Math.ceil(plan.saves / SAVES_PER_TEAM)));
  return [
    players.map((player) => player.join),
    Array.from({ length: plan.saves }, (_, index) => savers[index % savers.length]!.save),
    Array.from({ length: plan.payments }, (_, index) => () => payAndJoin(scene, index)),
    Array.from({ length: plan.stakes }, (_, index) => () => stake(scene, index)),
  ];
}

/** The part of the items that belongs to one of `parts` equal steps. */
function share<T>(items: readonly T[], step: number, parts: number): T[] {
  return items.slice(
    Math.floor((items.length * step) / parts),
    Math.floor((items.length * (step + 1)) / parts),
  );
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? `${error.code} ` : '';
  return `${code}${error.message}${error.cause ? ` (${describe(error.cause)})` : ''}`;
}

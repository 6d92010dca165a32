import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosFixture } from './fixture.ts';
import { readSnapshot, type StateSnapshot } from './state-snapshot.ts';
import {
  type ValidationResult,
  validateJoins,
  validateSaves,
  validateStakes,
  validateSum,
  validateSuspensions,
  validateTransfers,
} from './validators.ts';

const SETTLE_TIMEOUT_MS = 180_000;
const PAUSE_MS = 3_000;

/**
 * Validates the state repeatedly until two consecutive snapshots have no failures, or for three minutes. Services need time
 * to read the chain and wait half a minute before they list an unclaimed payment.
 */
export async function validateWhenSettled(
  fixture: ChaosFixture,
  log: (text: string) => void,
): Promise<ValidationResult[]> {
  const until = performance.now() + SETTLE_TIMEOUT_MS;
  let clean = 0;
  let lastLogged = '';
  for (;;) {
    fixture.signal.throwIfAborted();
    const resent = await fixture.network.resend();
    const results = validateState(fixture, await readSnapshot(fixture.product));
    const failures = results.flatMap(({ failures }) => failures);
    clean = failures.length === 0 && resent === 0 ? clean + 1 : 0;
    if (clean === 2 || performance.now() >= until) return results;
    const state = `settling: ${resent} transactions resent, ${failures.length} failures left; first: ${failures[0] ?? 'none'}`;
    if (state !== lastLogged) log(state);
    lastLogged = state;
    await sleep(PAUSE_MS);
  }
}

/** Runs all validations of the state. */
function validateState(
  { acknowledged, freeGame, paidGame }: ChaosFixture,
  snapshot: StateSnapshot,
): ValidationResult[] {
  const { entries, lineups, payments, stakes } = snapshot;
  const inGame = (id: string) => entries.filter(({ game }) => game === id);
  return [
    validateJoins('each acknowledged free join has one entry', acknowledged.freeJoins, inGame(freeGame)),
    validateJoins('each acknowledged paid join has one entry', acknowledged.paidJoins, inGame(paidGame)),
    validateSaves('acknowledged lineups are stored in order', acknowledged.saves, lineups),
    validateStakes('acknowledged stakes are recorded as stakes', acknowledged.stakes, stakes.recorded),
    validateTransfers('each mined payment is one entry or one refund', payments.mined, payments.recorded),
    validateTransfers('each mined stake transfer is one stake or one refund', stakes.mined, stakes.recorded),
    validateSuspensions('entries count while their payment is mined', inGame(paidGame), payments.mined),
    validateSum('sum of the treasury', payments.mined, payments.recorded),
    validateSum('sum of the staking wallet', stakes.mined, stakes.recorded),
  ];
}

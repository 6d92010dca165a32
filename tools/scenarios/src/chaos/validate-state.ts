import { setTimeout as sleep } from 'node:timers/promises';
import { type Evidence, gather } from './state-snapshot.ts';
import type { Scene } from './fixture.ts';
import {
  type Judgement,
  judgeJoins,
  judgeSaves,
  judgeStakes,
  judgeSum,
  judgeSuspensions,
  judgeTransfers,
} from './validators.ts';

const SETTLE_TIMEOUT_MS = 180_000;
const PAUSE_MS = 3_000;

/**
 * Judges once nothing is wrong in two readings, or after three minutes: services need a while to read the chain, and wait
 * half a minute before they list a payment that nobody claims.
 */
export async function settledJudgement(scene: Scene, say: (text: string) => void): Promise<Judgement[]> {
  const until = performance.now() + SETTLE_TIMEOUT_MS;
  let clean = 0;
  let said = '';
  for (;;) {
    scene.signal.throwIfAborted();
    const again = await scene.network.sendAgain();
    const judgements = judge(scene, await gather(scene.product));
    const wrong = judgements.flatMap(({ failures }) => failures);
    clean = wrong.length === 0 && again === 0 ? clean + 1 : 0;
    if (clean === 2 || performance.now() >= until) return judgements;
    const state = `settling: ${again} transactions sent again, ${wrong.length} not right yet: ${wrong[0] ?? 'none'}`;
    if (state !== said) say(state);
    said = state;
    await sleep(PAUSE_MS);
  }
}

/** All questions about the final state. */
function judge({ acknowledged, freeGame, paidGame }: Scene, evidence: Evidence): Judgement[] {
  const { entries, lineups, payments, stakes } = evidence;
  const inGame = (id: string) => entries.filter(({ game }) => game === id);
  return [
    judgeJoins('acknowledged free joins are one entry each', acknowledged.freeJoins, inGame(freeGame)),
    judgeJoins('acknowledged paid joins are one entry each', acknowledged.paidJoins, inGame(paidGame)),
    judgeSaves('acknowledged lineups are stored in order', acknowledged.saves, lineups),
    judgeStakes('acknowledged stakes are stakes', acknowledged.stakes, stakes.recorded),
    judgeTransfers('mined payments are an entry or a refund, once', payments.mined, payments.recorded),
    judgeTransfers('mined stakes are a stake or owed, once', stakes.mined, stakes.recorded),
    judgeSuspensions('entries count while their payment is mined', inGame(paidGame), payments.mined),
    judgeSum('sum of the treasury', payments.mined, payments.recorded),
    judgeSum('sum of the staking wallet', stakes.mined, stakes.recorded),
  ];
}

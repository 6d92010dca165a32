import { myParticipation, type Participation } from '@touchline/api/http/entries';
import type { Game } from '@touchline/api/http/games';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { beforeEach, expect } from 'vitest';
import type { PaidSuite } from './paid-suite.ts';

/** Steps of tests whose clock is that of the service and the chain together. */
export function createPaymentSteps(app: PaidSuite) {
  beforeEach(async () => {
    // Tests advance the clock of the chain too, which cannot go back.
    const latest = await app.rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false);
    app.clock.now = Math.max(Date.now(), Number(latest.timestamp) * 1000);
  });
  return {
    /** Waits until the wallet has joined the game. */
    waitForJoin: (who: string, game: Game): Promise<Participation> =>
      eventually(async () => {
        const { participation } = await app.as(who).request(myParticipation, { params: { id: game.id } });
        return participation;
      }, 30_000),
    /** Waits for the wallet's only open payment. */
    waitForOpenPayment: (who: string, reason: string) =>
      eventually(async () => {
        const open = await app.openPayments(who);
        expect(open.map((payment) => payment.reason)).toEqual([reason]);
        return open[0]!;
      }),
    /** Advances the clocks of the service and the chain together. */
    async advance(ms: number): Promise<void> {
      app.clock.now += ms;
      await app.rpc('evm_increaseTime', Math.ceil(ms / 1000));
      await app.mine();
    },
  };
}

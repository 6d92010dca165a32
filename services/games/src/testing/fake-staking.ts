import { applyCoefficient } from '@touchline/api/events/games';
import { coefficientsRequest, stakesChanged, stakingLiabilitiesRequest } from '@touchline/api/events/staking';
import { type Bus, openBus } from '@touchline/service-kit/messaging/bus';
import { reply, request } from '@touchline/service-kit/messaging/request';
import { publish } from '@touchline/service-kit/messaging/stream';
import { createLog } from '@touchline/service-kit/process/log';
import type { CoefficientHistory } from '../coefficients/apply-history.ts';

/** Fake staking service on NATS, with histories that the test sets up. */
export class FakeStaking {
  readonly histories = new Map<string, CoefficientHistory>();
  /** Debts of the service, in wei. */
  readonly liabilities = { wallet: `0x${'5'.repeat(40)}`, stakes: '0', interest: '0', refunds: '0' };
  /** The last block that the service has read. */
  scannedBlock = Number.POSITIVE_INFINITY;
  readonly bus: Bus;

  constructor(natsUrl: string) {
    this.bus = openBus(natsUrl, { name: 'staking', log: createLog('staking', 'silent') });
    reply(this.bus, stakingLiabilitiesRequest, async ({ block }) => ({
      block: Math.min(block, this.scannedBlock),
      ...this.liabilities,
    }));
    reply(this.bus, coefficientsRequest, async ({ wallets, after }) => {
      const all = [...this.histories.values()].sort((a, b) => (a.wallet < b.wallet ? -1 : 1));
      if (wallets.length > 0)
        return { wallets: all.filter(({ wallet }) => wallets.includes(wallet)), more: false };
      // One history per page, so that clients have to page.
      const rest = all.filter(({ wallet }) => wallet > (after ?? ''));
      return { wallets: rest.slice(0, 1), more: rest.length > 1 };
    });
  }

  /** Records that a wallet has this coefficient since `at` (epoch ms), without publishing it. */
  record(wallet: string, at: number, coefficient: number): CoefficientHistory {
    const previous = this.histories.get(wallet);
    const step = {
      recorded_at: new Date(at).toISOString(),
      coefficient_thousandths: Math.round(coefficient * 1000),
    };
    return this.replace(wallet, [...(previous?.steps ?? []), step]);
  }

  /** Replaces the history of a wallet, as after a chain reorganisation. */
  replace(wallet: string, steps: CoefficientHistory['steps']): CoefficientHistory {
    const history = { wallet, version: (this.histories.get(wallet)?.version ?? 0) + 1, steps, edits: [] };
    this.histories.set(wallet, history);
    return history;
  }

  /** Requests that games apply a history. @returns the number of changed entries */
  async apply(history: CoefficientHistory): Promise<number> {
    return (await request(this.bus, applyCoefficient, history)).updatedParticipations;
  }

  /** Records and applies a coefficient. */
  stake(wallet: string, at: number, coefficient: number): Promise<number> {
    return this.apply(this.record(wallet, at, coefficient));
  }

  /** Publishes only the event. */
  async publish(wallet: string): Promise<void> {
    await publish(this.bus, { subject: stakesChanged.subject, payload: { wallet } });
  }
}

import { getSettlement } from '@touchline/api/http/admin-prizes';
import type { Host, Watched } from '@touchline/host/host';
import { toTransferError, type VaultStep, type VaultTransactions } from '@touchline/host/transfers';
import { createStore } from 'zustand/vanilla';
import { runExclusively } from '../run-exclusively.ts';
import { loadJob, type PrizeJob, saveJob } from './stored-job.ts';

export interface PrizeRunnerState {
  /** The funding or payment in progress or interrupted. */
  job: PrizeJob | null;
  /** Current step; null while the runner is stopped. */
  step: string | null;
  /** Error that stopped the job. */
  problem: { title: string; message: string } | null;
}

interface RunnerOptions {
  host: Pick<Host, 'api' | 'transfers' | 'notify'>;
  /** The admin's wallet. */
  wallet: string;
  /** Called when a settlement may have changed. */
  onChange(): void;
}

type Target = Pick<PrizeJob, 'game' | 'name'>;

const STEPS = { checking: 'Checking the blockchain', sent: 'Waiting for the transaction' } as const;
const ACTIONS = {
  approve: 'Confirm the approval in your wallet (1 of 2)',
  settle: 'Confirm the transfer to the vault in your wallet',
  'approve-and-settle': 'Confirm approval and transfer in your wallet',
  pay: 'Confirm the payment in your wallet',
} as const;

/**
 * Funds settlements and pays prizes, one job at a time. After an interruption it resumes at the same transaction or batch. Nothing
 * can be paid twice: the vault settles a game once and pays each prize once.
 */
export class PrizeRunner implements Watched<PrizeRunnerState> {
  private readonly state;
  private readonly options: RunnerOptions;
  private running = false;
  private stopping = false;

  readonly get;
  readonly subscribe;

  constructor(options: RunnerOptions) {
    this.options = options;
    this.state = createStore<PrizeRunnerState>(() => ({
      job: loadJob(options.wallet),
      step: null,
      problem: null,
    }));
    this.get = this.state.getState;
    this.subscribe = this.state.subscribe;
  }

  /** Funds a settlement from the treasury. */
  fund(target: Target): void {
    this.start({ kind: 'fund', ...target, after: null, done: 0, total: 0, pending: null });
  }

  /** Pays all unpaid prizes of a settlement. */
  pay(target: Target, total: number): void {
    this.start({ kind: 'pay', ...target, after: null, done: 0, total, pending: null });
  }

  /** Continues the interrupted job. */
  resume(): void {
    if (!this.running) void this.run();
  }

  /** Stops before the next transaction. A request that is already in the wallet remains there. */
  stop(): void {
    this.stopping = true;
  }

  /** Discards the interrupted job. Transactions that were sent remain sent. */
  discard(): void {
    if (!this.running) this.update({ job: null, problem: null });
  }

  private start(job: PrizeJob): void {
    if (this.running || this.get().job) return;
    this.update({ job });
    this.resume();
  }

  private update(change: Partial<PrizeRunnerState>): void {
    this.state.setState(change);
    if (change.job !== undefined) saveJob(this.options.wallet, change.job);
  }

  private async run(): Promise<void> {
    this.running = true;
    this.stopping = false;
    this.update({ problem: null });
    try {
      await runExclusively(() => this.process());
    } catch (error) {
      console.error('prize transaction failed; job stopped', error);
      const { title, message, code } = toTransferError(error);
      this.update({ problem: { title, message } });
      // After any other failure, the transaction may still be mined.
      if (code === 'USER_REJECTED' || code === 'CONTRACT_ERROR') this.setPending(null);
    } finally {
      this.running = false;
      this.update({ step: null });
      this.options.onChange();
    }
  }

  private async process(): Promise<void> {
    const { transfers } = this.options.host;
    const { vault } = transfers;
    if (!vault) throw new Error('Reload the page to get the version that can fund and pay prizes.');
    for (let { job } = this.get(); job && !this.stopping; { job } = this.get()) {
      this.update({ step: 'Checking' });
      if (await this.isOver(job)) this.update({ job: null });
      else if (job.kind === 'fund') await this.sendFunding(vault, job);
      else await this.sendBatch(vault, job);
      this.options.onChange();
    }
  }

  /** True if the server has seen that nothing is left to do. */
  private async isOver({ kind, game }: PrizeJob): Promise<boolean> {
    const { settlement } = await this.options.host.api.request(getSettlement, { params: { id: game } });
    return settlement.prizes.state !== (kind === 'fund' ? 'SETTLED' : 'FUNDED');
  }

  private async sendFunding(vault: VaultTransactions, { game, name, pending }: PrizeJob): Promise<void> {
    await vault.fund(game, { pending, onStep: (step) => this.follow(step) });
    this.update({ job: null });
    this.options.host.notify({
      kind: 'success',
      title: `Prizes of ${name} sent to the vault`,
      message: 'They are shown as funded as soon as the block is final.',
    });
  }

  private async sendBatch(vault: VaultTransactions, job: PrizeJob): Promise<void> {
    const { game, after, pending } = job;
    const { next, prizes } = await vault.pay(game, after, { pending, onStep: (step) => this.follow(step) });
    const done = Math.min(job.total, job.done + prizes);
    this.update({ job: next === null ? null : { ...job, after: next, done, pending: null } });
    if (next === null)
      this.options.host.notify({
        kind: 'success',
        title: `Prizes of ${job.name} sent`,
        message: 'Prizes of wallets that could not receive them remain in the list of unpaid prizes.',
      });
  }

  private follow(step: VaultStep): void {
    if (step.step !== 'checking' && step.pending !== undefined) this.setPending(step.pending);
    this.update({ step: step.step === 'confirm-in-wallet' ? ACTIONS[step.action] : STEPS[step.step] });
  }

  private setPending(pending: string | null): void {
    const { job } = this.get();
    if (job) this.update({ job: { ...job, pending } });
  }
}

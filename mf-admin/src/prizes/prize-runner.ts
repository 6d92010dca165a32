import { getSettlement } from '@touchline/api/http/admin-prizes';
import { toTransferError, type VaultStep, type VaultTransactions } from '@touchline/host/transfers';
import { Runner, type RunnerOptions, type RunnerState } from '../components/runner.ts';
import { type PrizeJob, storedJob } from './stored-job.ts';

export interface PrizeRunnerState extends RunnerState {
  /** The funding or payment in progress or interrupted. */
  job: PrizeJob | null;
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
export class PrizeRunner extends Runner<PrizeRunnerState> {
  constructor(options: RunnerOptions) {
    const stored = { job: storedJob.load(options.wallet), step: null, problem: null };
    super(options, stored, storedJob.buildKey(options.wallet));
  }

  /** Funds a settlement from the treasury. */
  fund(target: Target): void {
    this.start({ kind: 'fund', ...target, after: null, done: 0, total: 0, pending: null });
  }

  /** Pays all unpaid prizes of a settlement. */
  pay(target: Target, total: number): void {
    this.start({ kind: 'pay', ...target, after: null, done: 0, total, pending: null });
  }

  /** Discards the interrupted job. Transactions that were sent remain sent. */
  discard(): void {
    void this.run(async () => {
      if (!this.stopping) this.update({ job: null });
    });
  }

  private start(job: PrizeJob): void {
    if (this.running || this.get().job) return;
    this.state.setState({ job });
    this.resume();
  }

  protected showStored(before: string | null): void {
    const { job } = this.get();
    const added = isSameJob(storedJob.parse(before), job) ? null : job;
    this.state.setState({ job: storedJob.load(this.options.wallet) ?? added });
  }

  protected load(): void {
    const { job } = this.get();
    const stored = storedJob.load(this.options.wallet);
    this.update({ job: stored ?? job });
    // Another tab was interrupted: the admin sees its job before it is resumed or discarded.
    this.stopping = stored !== null && !isSameJob(stored, job);
  }

  /** Changes the state, and stores what must survive a reload. */
  private update(change: Partial<PrizeRunnerState>): void {
    this.state.setState(change);
    if (change.job !== undefined) storedJob.save(this.options.wallet, change.job);
  }

  protected fail(error: unknown): void {
    console.error('prize transaction failed; job stopped', error);
    const { title, message, code } = toTransferError(error);
    this.state.setState({ problem: { title, message } });
    // After any other failure, the transaction may still be mined.
    if (code === 'USER_REJECTED' || code === 'CONTRACT_ERROR') this.setPending(null);
  }

  protected async process(): Promise<void> {
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

const isSameJob = (a: PrizeJob | null, b: PrizeJob | null) => a?.kind === b?.kind && a?.game === b?.game;

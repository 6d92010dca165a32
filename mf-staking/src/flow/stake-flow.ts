import { stakingTiers } from '@touchline/api/http/staking';
import type { Host, Watched } from '@touchline/host/host';
import { type TransferError, toTransferError } from '@touchline/host/transfers';
import { createStore } from 'zustand/vanilla';
import { getClosedMessage, isClosed } from '../staking.queries.ts';
import {
  FORGET_AFTER_MS,
  loadPendingStake,
  type PendingStake,
  removePendingStake,
  savePendingStake,
} from './pending-stake.ts';
import { buildRecordFailure, isFinalRejection, recordStake } from './record-stake.ts';
import { FAILURE_SUMMARIES, type FailureSummary, isBusy, type StakePhase } from './stake-phase.ts';

const UNAVAILABLE = "Staking isn't available right now. No tokens were sent. Please try again in a minute.";

/**
 * Stake of one wallet from the amount to the record. Independent of the dialog; stopped when the page closes. Stopped before the wallet
 * is asked, it asks for nothing; a sent transfer is still saved.
 */
export class StakeFlow implements Watched<StakePhase> {
  private readonly phase = createStore<StakePhase>(() => ({ name: 'idle' }));
  private readonly stopped = new AbortController();
  /** Last requested amount. */
  private amount = '';
  /** The pending transfer that this page knows: the storage may be full, or emptied by another tab. */
  private known: PendingStake | null = null;

  readonly get = this.phase.getState;
  readonly subscribe = this.phase.subscribe;

  /** @param onRecorded called when the stake is recorded */
  constructor(
    private readonly host: Pick<Host, 'api' | 'transfers' | 'config'>,
    private readonly wallet: string,
    private readonly onRecorded: () => void,
  ) {}

  /** Pays and records a stake. Ignored while one is in progress. */
  start(amount: string): void {
    if (this.isBusy()) return;
    const pending = this.findPending();
    void (pending ? this.waitFor(pending) : this.pay(amount));
  }

  /** Continues after a failure. Pays again only if nothing was sent. */
  retry(): void {
    if (this.isBusy()) return;
    const pending = this.findPending();
    if (pending) void this.waitFor(pending);
    else if (this.amount) void this.pay(this.amount);
    else this.show({ name: 'idle' });
  }

  /** Continues a stake that was interrupted by a reload. */
  resume(): void {
    const pending = this.findPending();
    if (pending && this.get().name === 'idle') void this.waitFor(pending);
  }

  /** Dismisses a finished or failed stake, unless its transfer is pending. A stake of another tab may be pending. */
  clear(): void {
    if (!this.isBusy() && !this.known) this.show({ name: 'idle' });
  }

  canForget(): boolean {
    const pending = this.findPending();
    return pending !== null && this.host.api.now() - pending.since >= FORGET_AFTER_MS;
  }

  /** Stops looking for the pending transfer. If it is mined after all, the server records it. */
  forget(): void {
    if (this.isBusy()) return;
    this.known = this.findPending();
    this.removeKnown();
    this.show({ name: 'idle' });
  }

  stop(): void {
    this.stopped.abort();
  }

  private findPending(): PendingStake | null {
    return this.known ?? loadPendingStake(this.wallet);
  }

  private keep(stake: PendingStake): void {
    this.known = stake;
    savePendingStake(this.wallet, stake);
  }

  /** Removes the known transfer, and not one that another tab has sent since. */
  private removeKnown(): void {
    if (this.known) removePendingStake(this.wallet, this.known.hash);
    this.known = null;
  }

  private isBusy(): boolean {
    return isBusy(this.get());
  }

  private show(phase: StakePhase): void {
    if (!this.stopped.signal.aborted) this.phase.setState(phase, true);
  }

  private async pay(amount: string): Promise<void> {
    const { api, transfers, config } = this.host;
    this.amount = amount;
    this.show({ name: 'confirming', amount });
    let summary: FailureSummary = FAILURE_SUMMARIES.initiate;
    try {
      if (await this.rejectIfClosed()) return;
      const transfer = { to: config.staking_wallet, amount, purpose: 'staking' } as const;
      const { hash } = await transfers.send(transfer, (step) => {
        // The checks take up to a minute, in which the user may have left.
        if (step.step === 'confirm-in-wallet') this.stopped.signal.throwIfAborted();
        if (step.step !== 'sent') return;
        summary = FAILURE_SUMMARIES.process;
        this.keep({ amount, hash: step.hash, since: api.now() });
        this.show({ name: 'processing', amount });
      });
      await this.record({ amount, hash, since: this.known?.since ?? api.now() });
    } catch (error) {
      this.showTransferFailure(toTransferError(error), summary);
    }
  }

  /**
   * Rejects the stake if staking is closed or the season is unknown, before anything is sent to the wallet: the transfer would
   * only be refunded. Resolves to true if the stake was rejected.
   */
  private async rejectIfClosed(): Promise<boolean> {
    const { api } = this.host;
    const tiers = await api.request(stakingTiers, { signal: this.stopped.signal }).catch(() => null);
    if (this.stopped.signal.aborted) return true;
    const hasSeason = tiers !== null && tiers.lock_end_date !== null;
    if (hasSeason && !isClosed(tiers, api.now())) return false;
    this.show({ name: 'rejected', message: hasSeason ? getClosedMessage(tiers) : UNAVAILABLE });
    return true;
  }

  private async waitFor(pending: PendingStake): Promise<void> {
    this.known = pending;
    this.show({ name: 'processing', amount: pending.amount });
    try {
      const { hash } = await this.host.transfers.wait(pending.hash);
      await this.record({ ...pending, hash });
    } catch (error) {
      this.showTransferFailure(toTransferError(error), FAILURE_SUMMARIES.process);
    }
  }

  private showTransferFailure(error: TransferError, summary: FailureSummary): void {
    if (this.stopped.signal.aborted) return;
    const { title, message, type, code } = error;
    // The code of the wallet may not have loaded; the transfer is where it was.
    const hash = error.hash ?? (code === 'NETWORK_ERROR' ? this.known?.hash : undefined);
    // Without a hash, no tokens have been sent.
    if (!hash) this.removeKnown();
    if (code === 'USER_REJECTED') this.show({ name: 'rejected', message });
    else this.show({ name: 'failed', summary, failure: { title, message, type, code, hash } });
  }

  private async record(stake: PendingStake): Promise<void> {
    const { amount, hash } = stake;
    this.keep(stake);
    try {
      const update = await recordStake(this.host.api, stake, this.stopped.signal, ({ slow }) =>
        this.show({ name: 'recording', amount, slow }),
      );
      this.removeKnown();
      this.onRecorded();
      this.show({ name: 'done', amount, hash, update });
    } catch (error) {
      if (this.stopped.signal.aborted) return;
      if (isFinalRejection(error)) this.removeKnown();
      this.show({
        name: 'failed',
        summary: FAILURE_SUMMARIES.record,
        failure: buildRecordFailure(error, hash),
      });
    }
  }
}

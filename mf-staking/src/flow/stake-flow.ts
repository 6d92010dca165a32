import { stakingTiers } from '@touchline/api/http/staking';
import type { Host, Watched } from '@touchline/host/host';
import { type TransferError, toTransferError } from '@touchline/host/transfers';
import { createStore } from 'zustand/vanilla';
import { isClosed, whyClosed } from '../staking.queries.ts';
import { loadPendingStake, type PendingStake, savePendingStake } from './pending-stake.ts';
import { isRefused, recordFailure, recordStake } from './record-stake.ts';
import { isBusy, SENTENCES, type StakePhase, type StakeSentence } from './stake-phase.ts';

interface StakeFlowOptions {
  host: Pick<Host, 'api' | 'transfers' | 'config'>;
  wallet: string;
  /** Called when the stake is recorded. */
  onRecorded: () => void;
}

const UNAVAILABLE = 'Staking is not available at the moment. Please try again in a minute.';

/** Age at which the user may give up a transfer that cannot be found: it may have been dropped or cancelled. */
const FORGETTABLE_MS = 30 * 60_000;

/** One wallet's stake from the amount to the record. Independent of the dialog; stopped when the page closes. */
export class StakeFlow implements Watched<StakePhase> {
  private readonly phase = createStore<StakePhase>(() => ({ name: 'idle' }));
  private readonly stopped = new AbortController();
  private readonly host: StakeFlowOptions['host'];
  private readonly wallet: string;
  private readonly onRecorded: () => void;
  /** The amount last requested. */
  private amount = '';

  readonly get = this.phase.getState;
  readonly subscribe = this.phase.subscribe;

  constructor({ host, wallet, onRecorded }: StakeFlowOptions) {
    this.host = host;
    this.wallet = wallet;
    this.onRecorded = onRecorded;
  }

  /** Pays and records a stake. Ignored while one is in progress. */
  start(amount: string): void {
    if (this.isBusy()) return;
    const pending = loadPendingStake(this.wallet);
    void (pending ? this.waitFor(pending) : this.pay(amount));
  }

  /** Continues after a failure. Pays again only if nothing was sent. */
  retry(): void {
    if (this.isBusy()) return;
    const pending = loadPendingStake(this.wallet);
    if (pending) void this.waitFor(pending);
    else if (this.amount) void this.pay(this.amount);
    else this.show({ name: 'idle' });
  }

  /** Continues a stake that was interrupted by a reload. */
  resume(): void {
    const pending = loadPendingStake(this.wallet);
    if (pending && this.get().name === 'idle') void this.waitFor(pending);
  }

  /** Dismisses a finished or failed stake, unless its transfer is pending. */
  clear(): void {
    if (!this.isBusy() && !loadPendingStake(this.wallet)) this.show({ name: 'idle' });
  }

  canForget(): boolean {
    const pending = loadPendingStake(this.wallet);
    return pending !== null && this.host.api.now() - pending.since >= FORGETTABLE_MS;
  }

  /** Stops looking for the pending transfer. If it is mined after all, the server records it. */
  forget(): void {
    if (this.isBusy()) return;
    savePendingStake(this.wallet, null);
    this.show({ name: 'idle' });
  }

  stop(): void {
    this.stopped.abort();
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
    let sentence: StakeSentence = SENTENCES.initiate;
    try {
      if (await this.refusesNow()) return;
      const transfer = { to: config.staking_wallet, amount, purpose: 'staking' } as const;
      const { hash } = await transfers.send(transfer, (step) => {
        if (step.step !== 'sent') return;
        sentence = SENTENCES.process;
        savePendingStake(this.wallet, { amount, hash: step.hash, since: api.now() });
        this.show({ name: 'processing', amount });
      });
      await this.record({ amount, hash, since: api.now() });
    } catch (error) {
      this.failTransfer(toTransferError(error), sentence);
    }
  }

  /** Between seasons, and before the season is known, a transfer might only be owed back: the wallet is not asked. */
  private async refusesNow(): Promise<boolean> {
    const { api } = this.host;
    const tiers = await api.request(stakingTiers, { signal: this.stopped.signal }).catch(() => null);
    if (this.stopped.signal.aborted) return true;
    const known = tiers !== null && tiers.lock_end_date !== null;
    if (known && !isClosed(tiers, api.now())) return false;
    this.show({ name: 'rejected', message: known ? whyClosed(tiers) : UNAVAILABLE });
    return true;
  }

  private async waitFor(pending: PendingStake): Promise<void> {
    this.show({ name: 'processing', amount: pending.amount });
    try {
      const { hash } = await this.host.transfers.wait(pending.hash);
      await this.record({ ...pending, hash });
    } catch (error) {
      this.failTransfer(toTransferError(error), SENTENCES.process);
    }
  }

  private failTransfer(error: TransferError, sentence: StakeSentence): void {
    if (this.stopped.signal.aborted) return;
    // Without a hash no tokens have moved.
    if (!error.hash) savePendingStake(this.wallet, null);
    const { title, message, type, code, hash } = error;
    if (code === 'USER_REJECTED') this.show({ name: 'rejected', message });
    else this.show({ name: 'failed', sentence, failure: { title, message, type, code, hash } });
  }

  private async record(stake: PendingStake): Promise<void> {
    const { amount, hash } = stake;
    savePendingStake(this.wallet, stake);
    try {
      const update = await recordStake(this.host.api, stake, this.stopped.signal, ({ slow }) =>
        this.show({ name: 'recording', amount, slow }),
      );
      savePendingStake(this.wallet, null);
      this.onRecorded();
      this.show({ name: 'done', amount, hash, update });
    } catch (error) {
      if (this.stopped.signal.aborted) return;
      if (isRefused(error)) savePendingStake(this.wallet, null);
      this.show({ name: 'failed', sentence: SENTENCES.record, failure: recordFailure(error, hash) });
    }
  }
}

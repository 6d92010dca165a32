import type { Host, Watched } from '@touchline/host/host';
import { TransferError } from '@touchline/host/transfers';
import { createStore, type StoreApi } from 'zustand/vanilla';

export interface RunnerState {
  /** Current step; null while the runner is stopped. */
  step: string | null;
  /** Error that stopped the runner. */
  problem: { title: string; message: string } | null;
}

export interface RunnerOptions {
  host: Host;
  /** The admin's wallet. */
  wallet: string;
  /** Called when the shown data may have changed. */
  onChange(): void;
}

/** Sends transactions one after the other until it is stopped or an error stops it, and can be resumed. */
export abstract class Runner<State extends RunnerState> implements Watched<State> {
  protected readonly options: RunnerOptions;
  protected readonly state: StoreApi<State>;
  protected running = false;
  protected stopping = false;

  readonly get;
  readonly subscribe;

  /** @param stored the state of a stopped runner, as stored by any tab under `key` */
  constructor(options: RunnerOptions, stored: State, key: string) {
    this.options = options;
    this.state = createStore(() => stored);
    this.get = this.state.getState;
    this.subscribe = this.state.subscribe;
    window.addEventListener('storage', (event) => {
      if (event.key === key && !this.running) this.showStored(event.oldValue);
    });
    void this.showOtherTab();
  }

  /** Continues with the remaining transactions. */
  resume(): void {
    void this.run(() => this.process());
  }

  /** Stops before the next transaction. A request that is already in the wallet remains there. */
  stop(): void {
    this.stopping = true;
  }

  /** Runs `work` unless the runner is running. Stores nothing before this tab has the lock. */
  protected async run(work: () => Promise<void>): Promise<void> {
    if (this.running) return;
    this.running = true;
    this.stopping = false;
    this.state.setState({ problem: null } as Partial<State>);
    try {
      await runExclusively(() => {
        this.load();
        return work();
      });
    } catch (error) {
      this.fail(error);
      this.options.onChange();
    } finally {
      this.running = false;
      this.state.setState({ step: null } as Partial<State>);
    }
  }

  /** Shows that another runner or tab is sending, if so, until it ends or is closed. */
  private async showOtherTab(): Promise<void> {
    const { locks } = navigator as { locks?: LockManager };
    if (!locks) return;
    const { held = [] } = await locks.query();
    if (this.running || !held.some(({ name }) => name === LOCK)) return;
    this.state.setState({ problem: IN_PROGRESS } as Partial<State>);
    await locks.request(LOCK, () => this.state.setState({ problem: null } as Partial<State>));
    this.options.onChange();
  }

  /** Shows what another tab has stored instead of `before`, and what was added only in this tab. Stores nothing. */
  protected abstract showStored(before: string | null): void;

  /** Adds what is stored, also by another tab, to the state, and stores the result. */
  protected abstract load(): void;

  /** Sends the remaining transactions, unless `stopping`. */
  protected abstract process(): Promise<void>;

  /** Logs the error that stopped the runner, and sets `problem`. */
  protected abstract fail(error: unknown): void;
}

const LOCK = 'touchline-payouts';
const IN_PROGRESS = {
  title: 'Already in progress',
  message:
    'Payouts or prizes are already being sent, in this or another tab of this browser. Wait until they are sent, or stop them there.',
};

/** Holds a browser-wide lock while `work` runs, so that two tabs cannot pay twice. Rejects if another runner or tab holds it. */
async function runExclusively(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return work();
  await locks.request(LOCK, { ifAvailable: true }, (lock) => {
    if (lock) return work();
    const { title, message } = IN_PROGRESS;
    throw new TransferError('UNKNOWN_ERROR', message, { title, type: 'wallet' });
  });
}

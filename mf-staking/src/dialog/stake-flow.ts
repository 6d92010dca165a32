import { TouchlineError } from '@touchline/api/errors';
import { createStake } from '@touchline/api/http/staking';
import type { Host, Watched } from '@touchline/host/host';
import { type TransferError, transferErrorOf } from '@touchline/host/transfers';
import {
  type CoefficientUpdate,
  isBusy,
  SENTENCES,
  type StakePhase,
  type StakeSentence,
} from './stake-phase.ts';
import { keepStakeUnderWay, type StakeUnderWay, stakeUnderWay } from './stake-under-way.ts';

/** One wallet's stake from the amount to the record; lives as long as the page, whatever the dialog does. */
export interface StakeFlow extends Watched<StakePhase> {
  /** Pays and records; not while something is under way. */
  start(amount: string): void;
  /** Goes on where it failed: what was sent is looked for again, only what was never sent begins anew. */
  retry(): void;
  /** Goes on with what was sent before a reload. */
  resume(): void;
  /** Puts a finished or failed stake away; one that was sent stays. */
  clear(): void;
  /** May a transfer that nobody finds be given up? Only after a while: it may have been dropped or cancelled. */
  forgettable(): boolean;
  /** Looks no more for what was sent. Should it arrive after all, the server records it. */
  forget(): void;
  stop(): void;
}

interface FlowDeps {
  host: Pick<Host, 'api' | 'transfers' | 'config'>;
  wallet: string;
  /** The stake is recorded: what is shown is old. */
  onRecorded: () => void;
}

const REPEAT_MS = 2_000;
/** After that many questions a waiting user is told that it takes long. */
const SLOW_AFTER = 8;
const FORGETTABLE_MS = 30 * 60_000;

export function createStakeFlow({ host, wallet, onRecorded }: FlowDeps): StakeFlow {
  const listeners = new Set<() => void>();
  const stopped = new AbortController();
  let phase: StakePhase = { name: 'idle' };
  let wanted = '';

  function be(next: StakePhase) {
    if (stopped.signal.aborted) return;
    phase = next;
    for (const listener of [...listeners]) listener();
  }

  const busy = () => isBusy(phase);

  function keep(stake: StakeUnderWay): StakeUnderWay {
    keepStakeUnderWay(wallet, stake);
    return stake;
  }

  async function pay(amount: string) {
    wanted = amount;
    be({ name: 'confirming', amount });
    let sent: StakeUnderWay | null = null;
    try {
      const { hash } = await host.transfers.send(
        { to: host.config.staking_wallet, amount, purpose: 'staking' },
        (step) => {
          if (step.step !== 'sent') return;
          sent = keep({ amount, hash: step.hash, since: host.api.now() });
          be({ name: 'processing', amount });
        },
      );
      await record({ amount, hash, since: host.api.now() });
    } catch (error) {
      failTransfer(transferErrorOf(error), sent ? SENTENCES.process : SENTENCES.initiate);
    }
  }

  async function goOn(stake: StakeUnderWay) {
    be({ name: 'processing', amount: stake.amount });
    try {
      const { hash } = await host.transfers.wait(stake.hash);
      await record({ ...stake, hash });
    } catch (error) {
      failTransfer(transferErrorOf(error), SENTENCES.process);
    }
  }

  /** Without a hash nothing has moved, so nothing is under way. */
  function failTransfer(error: TransferError, sentence: StakeSentence) {
    if (stopped.signal.aborted) return;
    if (!error.hash) keepStakeUnderWay(wallet, null);
    const { title, message, type, code, hash } = error;
    if (code === 'USER_REJECTED') be({ name: 'rejected', message });
    else be({ name: 'failed', sentence, failure: { title, message, type, code, hash } });
  }

  /** Tells the server until it says what became of the transfer; the same question again is harmless. */
  async function record(stake: StakeUnderWay) {
    const { amount, hash } = stake;
    keep(stake);
    for (let asked = 0; !stopped.signal.aborted; asked += 1) {
      be({ name: 'recording', amount, slow: asked >= SLOW_AFTER });
      try {
        const body = { amount, transaction_hash: hash };
        const answer = await host.api.call(createStake, { body, signal: stopped.signal });
        if ('stake' in answer) return finish(amount, answer.coefficientUpdate);
      } catch (error) {
        return failRecord(stake, error);
      }
      await pause(stopped.signal);
    }
  }

  function finish(amount: string, update: CoefficientUpdate | undefined) {
    keepStakeUnderWay(wallet, null);
    onRecorded();
    be({ name: 'done', amount, update });
  }

  function failRecord({ hash }: StakeUnderWay, error: unknown) {
    if (stopped.signal.aborted) return;
    const known = error instanceof TouchlineError ? error : null;
    const refused = known !== null && FINAL.has(known.code);
    if (refused) keepStakeUnderWay(wallet, null);
    const message = known?.message ?? 'The server cannot be reached.';
    const failure = {
      title: SENTENCES.record,
      message: refused ? message : `${message} Your tokens are safe.`,
      type: 'record',
      code: known?.code ?? 'UNKNOWN_ERROR',
      hash: refused ? undefined : hash,
    };
    be({ name: 'failed', sentence: SENTENCES.record, failure });
  }

  return {
    get: () => phase,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start(amount) {
      if (busy()) return;
      const sent = stakeUnderWay(wallet);
      void (sent ? goOn(sent) : pay(amount));
    },
    retry() {
      if (busy()) return;
      const sent = stakeUnderWay(wallet);
      if (sent) void goOn(sent);
      else if (wanted) void pay(wanted);
      else be({ name: 'idle' });
    },
    resume() {
      const sent = stakeUnderWay(wallet);
      if (sent && phase.name === 'idle') void goOn(sent);
    },
    clear() {
      if (!busy() && !stakeUnderWay(wallet)) be({ name: 'idle' });
    },
    forgettable() {
      const sent = stakeUnderWay(wallet);
      return sent !== null && host.api.now() - sent.since >= FORGETTABLE_MS;
    },
    forget() {
      if (busy()) return;
      keepStakeUnderWay(wallet, null);
      be({ name: 'idle' });
    },
    stop: () => stopped.abort(),
  };
}

/** Answers that no repetition changes. */
const FINAL = new Set([
  'TX_REVERTED',
  'TX_NOT_PAYMENT',
  'TX_ALREADY_USED',
  'STAKE_REFUSED',
  'VALIDATION_FAILED',
]);

const pause = (signal: AbortSignal) =>
  new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, REPEAT_MS);
    signal.addEventListener('abort', end);
  });

import { TRANSACTION_HASH } from '@touchline/api/http/entries';
import type { MyPrize } from '@touchline/api/http/prizes';
import { type Host, useHost, useShared, useWatched, type Watched } from '@touchline/host/host';
import {
  type ClaimResult,
  TransferError,
  type TransferStep,
  toTransferError,
} from '@touchline/host/transfers';
import { useEffect } from 'react';
import { createStoredTexts } from '../stored.ts';
import { getPrizesQueryKey } from './prizes.queries.ts';

export type ClaimStep =
  | { at: 'idle' }
  | { at: 'running'; progress: TransferStep['step']; hash: string | null }
  /** On the chain, while the server's record of the prize still follows. */
  | { at: 'paid'; hash: string | null }
  | { at: 'failed'; error: TransferError };

interface Claim extends Watched<ClaimStep> {
  send(): Promise<void>;
  /** Waits for a claim that was sent before a reload or in another tab. Returns the function that ends the subscription to other tabs. */
  follow(): () => void;
  /** Forgets the claim of a prize that the server has recorded as paid. */
  forget(): void;
}

const IDLE: ClaimStep = { at: 'idle' };
const RETRY_MS = 5_000;

/** Claims a prize, or continues an earlier claim, even one from before a reload or of another tab. */
export function useClaim(wallet: string, { participation_id, state }: MyPrize) {
  const { transfers } = useHost();
  const findClaim = useShared(createClaims);
  const claim = findClaim(wallet, participation_id);
  const step = useWatched(claim);
  const due = state === 'DUE';
  useEffect(() => (due ? claim.follow() : claim.forget()), [claim, due]);
  return { step, claim: claim.send, available: transfers.claims !== undefined };
}

/** Returns a function that finds the claim of an entry. Claims continue while the user is on another page of the app. */
function createClaims(host: Host) {
  const records = createClaimRecords();
  const claims = new Map<string, Claim>();
  return (wallet: string, id: string): Claim => {
    const claim = claims.get(id) ?? createClaim(host, records, { wallet, id });
    claims.set(id, claim);
    return claim;
  };
}

function createClaim(
  host: Host,
  records: ClaimRecords,
  { wallet, id }: { wallet: string; id: string },
): Claim {
  const { claims } = host.transfers;
  const { get, set, subscribe } = createStep();
  /** True from the request of this page until its end. */
  let own = false;

  /** Ends the claim. `hash` is that of the sent transaction, null if none was sent. */
  function end(next: ClaimStep, hash: string | null) {
    if (hash) records.remove(id, hash);
    set(next);
    void host.queryClient.invalidateQueries({ queryKey: getPrizesQueryKey(wallet) });
    followRecord();
  }
  function followRecord() {
    const hash = records.find(id);
    const step = get();
    if (own || (step.at === 'running' && step.hash === hash)) return;
    if (hash) void wait(hash);
    // Another tab has ended the claim.
    else if (step.at === 'running') set(IDLE);
  }
  async function wait(sent: string) {
    const waiting: ClaimStep = { at: 'running', progress: 'sent', hash: sent };
    set(waiting);
    while (claims && get() === waiting) {
      const next = await claims.wait(id, sent).then(toPaid, toFailed);
      if (get() !== waiting) return;
      if (isUnknown(next)) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      else end(next, sent);
    }
  }
  async function send() {
    if (!claims || own) return;
    own = true;
    let hash: string | null = null;
    const onStep = (progress: TransferStep) => {
      hash = 'hash' in progress ? progress.hash : null;
      if (hash) records.save(id, hash);
      set({ at: 'running', progress: progress.step, hash });
    };
    // Another tab may have sent the claim before this one got the lock.
    const sendOnce = async () => (records.find(id) ? null : toPaid(await claims.send(id, onStep)));
    const next = await claimExclusively(id, sendOnce).catch(toFailed);
    own = false;
    if (!next) followRecord();
    // The transaction may still be mined: keep waiting for it.
    else if (next.at === 'failed' && next.error.hash && isUnknown(next)) void wait(next.error.hash);
    else end(next, hash);
  }
  return {
    get,
    subscribe,
    send,
    follow() {
      followRecord();
      const unsubscribe = records.subscribe(followRecord);
      return () => {
        unsubscribe();
        if (get().at === 'failed') set(IDLE);
      };
    },
    forget() {
      const hash = records.find(id);
      if (hash) records.remove(id, hash);
      if (!own) set(IDLE);
    },
  };
}

const toPaid = ({ hash }: ClaimResult): ClaimStep => ({ at: 'paid', hash });
const toFailed = (reason: unknown): ClaimStep => ({ at: 'failed', error: toTransferError(reason) });
/** True after a failure that leaves open whether the transaction is on the chain. */
const isUnknown = (step: ClaimStep) => step.at === 'failed' && step.error.code === 'NETWORK_ERROR';

function createStep() {
  const listeners = new Set<() => void>();
  let step = IDLE;
  return {
    get: () => step,
    set(next: ClaimStep) {
      step = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * Runs `work` while no other tab of this browser claims the prize of the entry.
 * @throws TransferError if another tab does; nothing was sent
 */
async function claimExclusively<T>(participationId: string, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return work();
  return locks.request(`touchline-claim-${participationId}`, { ifAvailable: true }, (lock) => {
    if (lock) return work();
    const message = 'You are claiming this prize in another tab of this browser. Continue there.';
    throw new TransferError('UNKNOWN_ERROR', message, { type: 'wallet' });
  });
}

/** Creates the hashes of sent claims, by entry. A reload or another tab continues from them, so that a claim is not sent twice. */
function createClaimRecords() {
  const texts = createStoredTexts('touchline.claim.');
  return {
    ...texts,
    find(participationId: string): string | null {
      const hash = texts.find(participationId);
      return hash !== null && TRANSACTION_HASH.test(hash) ? hash : null;
    },
  };
}

type ClaimRecords = ReturnType<typeof createClaimRecords>;

import type { MyPrize } from '@touchline/api/http/prizes';
import { useHost, useShared } from '@touchline/host/host';
import { type TransferError, type TransferStep, toTransferError } from '@touchline/host/transfers';
import { useEffect, useRef, useState } from 'react';
import { claimExclusively, createClaimRecords } from './claim-records.ts';
import { getPrizesQueryKey } from './prizes.queries.ts';

export type ClaimStep =
  | { at: 'idle' }
  | { at: 'running'; progress: TransferStep['step']; hash: string | null }
  /** On the chain, while the server's record of the prize still follows. */
  | { at: 'paid'; hash: string | null }
  | { at: 'failed'; error: TransferError };

const RETRY_MS = 5_000;

/** Claims a prize, or continues a claim that was sent before a reload or in another tab. */
export function useClaim(wallet: string, prize: MyPrize) {
  const host = useHost();
  const claimRecords = useShared(createClaimRecords);
  const id = prize.participation_id;
  const due = prize.state === 'DUE';
  const [step, setStep] = useState<ClaimStep>({ at: 'idle' });
  const [sent, setSent] = useState(() => claimRecords.find(id));
  const own = useRef(false);
  const { claims } = host.transfers;
  useEffect(() => claimRecords.subscribe(() => setSent(claimRecords.find(id))), [claimRecords, id]);
  useEffect(() => {
    const stored = claimRecords.find(id);
    if (!due && stored) claimRecords.remove(id, stored);
  }, [claimRecords, due, id]);

  /** Ends the claim. `hash` is that of the sent transaction, null if none was sent. */
  function end(next: ClaimStep, hash: string | null) {
    if (hash) claimRecords.remove(id, hash);
    setSent(claimRecords.find(id));
    setStep(next);
    void host.queryClient.invalidateQueries({ queryKey: getPrizesQueryKey(wallet) });
  }
  const latest = useRef(end);
  latest.current = end;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the stored hash starts a wait
  useEffect(() => {
    if (!sent || !due || own.current || !claims) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    setStep({ at: 'running', progress: 'sent', hash: sent });
    const wait = () =>
      claims.wait(id, sent).then(
        ({ hash }) => stopped || latest.current({ at: 'paid', hash }, sent),
        (reason: unknown) => {
          if (stopped) return;
          const error = toTransferError(reason);
          if (error.code === 'NETWORK_ERROR') timer = setTimeout(wait, RETRY_MS);
          else latest.current({ at: 'failed', error }, sent);
        },
      );
    void wait();
    return () => {
      stopped = true;
      clearTimeout(timer);
      // The other tab has ended the claim.
      setStep((current) => (current.at === 'running' ? { at: 'idle' } : current));
    };
  }, [sent, due, id]);

  async function claim() {
    if (!claims || own.current) return;
    own.current = true;
    let hash: string | null = null;
    const onStep = (progress: TransferStep) => {
      hash = 'hash' in progress ? progress.hash : null;
      if (hash) claimRecords.save(id, hash);
      setStep({ at: 'running', progress: progress.step, hash });
    };
    try {
      const result = await claimExclusively(id, async () =>
        // Another tab may have sent the claim before this one got the lock.
        claimRecords.find(id) ? null : claims.send(id, onStep),
      );
      own.current = false;
      if (result) end({ at: 'paid', hash: result.hash }, hash);
      else setSent(claimRecords.find(id));
    } catch (reason) {
      const error = toTransferError(reason);
      own.current = false;
      // The transaction may still be mined: keep waiting for it.
      if (error.hash && error.code === 'NETWORK_ERROR') setSent(error.hash);
      else end({ at: 'failed', error }, hash);
    }
  }
  return { step, claim, available: claims !== undefined };
}

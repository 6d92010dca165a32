import type { MyPrize } from '@touchline/api/http/prizes';
import { useHost } from '@touchline/host/host';
import { type TransferError, type TransferStep, toTransferError } from '@touchline/host/transfers';
import { useEffect, useRef, useState } from 'react';
import { claimRecords } from './claim-records.ts';
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
  const id = prize.participation_id;
  const due = prize.state === 'DUE';
  const [step, setStep] = useState<ClaimStep>({ at: 'idle' });
  const [sent, setSent] = useState(() => claimRecords.find(id));
  const own = useRef(false);
  const { claims } = host.transfers;
  useEffect(() => claimRecords.subscribe(() => setSent(claimRecords.find(id))), [id]);
  useEffect(() => {
    if (!due) claimRecords.remove(id);
  }, [due, id]);

  function finish(hash: string | null) {
    claimRecords.remove(id);
    setSent(null);
    setStep({ at: 'paid', hash });
    void host.queryClient.invalidateQueries({ queryKey: getPrizesQueryKey(wallet) });
  }
  function fail(error: TransferError) {
    claimRecords.remove(id);
    setSent(null);
    setStep({ at: 'failed', error });
    void host.queryClient.invalidateQueries({ queryKey: getPrizesQueryKey(wallet) });
  }
  const latest = useRef({ finish, fail });
  latest.current = { finish, fail };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the stored hash starts a wait
  useEffect(() => {
    if (!sent || !due || own.current || !claims) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    setStep({ at: 'running', progress: 'sent', hash: sent });
    const wait = () =>
      claims.wait(id, sent).then(
        ({ hash }) => stopped || latest.current.finish(hash),
        (reason: unknown) => {
          if (stopped) return;
          const error = toTransferError(reason);
          if (error.code === 'NETWORK_ERROR') timer = setTimeout(wait, RETRY_MS);
          else latest.current.fail(error);
        },
      );
    void wait();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [sent, due, id]);

  async function claim() {
    if (!claims || own.current) return;
    const running = claimRecords.find(id);
    if (running) return setSent(running);
    own.current = true;
    try {
      const { hash } = await claims.send(id, (progress) => {
        const known = 'hash' in progress ? progress.hash : null;
        if (known) claimRecords.save(id, known);
        setStep({ at: 'running', progress: progress.step, hash: known });
      });
      finish(hash);
    } catch (reason) {
      const error = toTransferError(reason);
      own.current = false;
      // The transaction may still be mined: keep waiting for it.
      if (error.hash && error.code === 'NETWORK_ERROR') setSent(error.hash);
      else fail(error);
    } finally {
      own.current = false;
    }
  }
  return { step, claim, available: claims !== undefined };
}

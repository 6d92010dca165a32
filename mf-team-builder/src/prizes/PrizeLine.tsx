import type { MyPrize } from '@touchline/api/http/prizes';
import { useHost, useWatched } from '@touchline/host/host';
import { useNow } from '@touchline/host/use-now';
import { Button } from '@touchline/ui/base';
import { formatDayTime, formatPrize, formatPrizeExact, ordinal } from '@touchline/ui/format';
import { IconAward } from '@touchline/ui/icons';
import { OnChain } from '@touchline/ui/OnChain';
import { useEffect, useRef } from 'react';
import { type ClaimStep, useClaim } from './claims.ts';
import classes from './prizes.module.css';

const PROGRESS = {
  checking: 'Checking your prize...',
  'confirm-in-wallet': 'Please confirm the claim in your wallet',
  sent: 'Claim sent, waiting for the chain...',
  confirmed: 'Claim confirmed',
} as const;

/** A prize of a team: place, amount, state of the payment and the claim. */
export function PrizeLine({ wallet, prize }: { wallet: string; prize: MyPrize }) {
  const { step, claim, available } = useClaim(wallet, prize);
  const paidHash = prize.transaction_hash ?? (step.at === 'paid' ? step.hash : null);
  const { explorer } = useHost().config.chain;
  const section = useRef<HTMLElement>(null);
  const paid = step.at === 'paid';
  const wasPaid = useRef(paid);
  useEffect(() => {
    // A paid prize has no claim button, which had the focus.
    if (paid && !wasPaid.current && document.activeElement === document.body)
      section.current?.focus({ preventScroll: true });
    wasPaid.current = paid;
  }, [paid]);
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={classes.prize}
      aria-label={`Prize of ${prize.game_name}`}
      data-state={prize.state}
    >
      <IconAward size={22} aria-hidden="true" />
      <div>
        <p className={classes.won} title={formatPrizeExact(prize.amount, prize.token)}>
          {ordinal(prize.rank)} place, <b>{formatPrize(prize.amount, prize.token)}</b>
        </p>
        <p className={classes.note} role="status">
          <State prize={prize} step={step} />{' '}
          {paidHash ? <OnChain kind="transaction" value={paidHash} explorer={explorer} /> : null}
        </p>
        {step.at === 'failed' && prize.state === 'DUE' ? (
          <p className={classes.problem} role="alert" data-rejected={step.error.code === 'USER_REJECTED'}>
            {step.error.message}
          </p>
        ) : null}
      </div>
      {prize.claim && available && step.at !== 'paid' ? (
        <ClaimButton prize={prize} running={step.at === 'running'} onClaim={() => void claim()} />
      ) : null}
    </section>
  );
}

interface ClaimButtonProps {
  prize: MyPrize;
  running: boolean;
  onClaim: () => void;
}

/** The claim button, or the wallet control while no usable wallet is connected. */
function ClaimButton({ prize, running, onClaim }: ClaimButtonProps) {
  const { wallet } = useHost();
  const { status } = useWatched(wallet);
  const { Control } = wallet;
  const now = useNow();
  if (prize.claims_open_at !== null && now < Date.parse(prize.claims_open_at)) return null;
  if (status === 'disconnected') return <Control />;
  return (
    <Button
      color="gold"
      disabled={status !== 'connected'}
      loading={running}
      aria-label={`Claim ${formatPrize(prize.amount, prize.token)}`}
      onClick={onClaim}
    >
      Claim
    </Button>
  );
}

function State({ prize, step }: { prize: MyPrize; step: ClaimStep }) {
  const { wallet } = useHost();
  const { status } = useWatched(wallet);
  const now = useNow();
  if (prize.state === 'CONFIRMED') return 'Paid to your wallet.';
  if (prize.state === 'SENT') return 'Paid. The chain is confirming it.';
  if (step.at === 'running') return PROGRESS[step.progress];
  if (step.at === 'paid') return `${step.hash ? 'Paid' : 'Already paid'}. The chain is confirming it.`;
  if (prize.reclaimed)
    return 'Won. Unclaimed prizes went back to the treasury. Yours is still owed to you: contact support.';
  if (prize.claims_open_at === null) return 'Won. Waiting for the operator to fund the prizes.';
  if (now < Date.parse(prize.claims_open_at))
    return `Won. You can claim it from ${formatDayTime(prize.claims_open_at)}.`;
  if (status === 'wrong-chain') return 'Switch your wallet to the network of this site to claim.';
  return prize.claim ? 'Ready to claim. It goes to the wallet that played.' : 'Won. Not yet claimable.';
}

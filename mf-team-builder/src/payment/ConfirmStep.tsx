import { useHost, useWatched } from '@touchline/host/host';
import { useBalance } from '@touchline/host/use-balance';
import { tokensToWei } from '@touchline/rules/tokens';
import { Button } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { formatTokens } from '@touchline/ui/format';
import { IconAlertTriangle, IconInfoCircle } from '@touchline/ui/icons';
import { Checkbox } from '@touchline/ui/pickers';
import { useState } from 'react';
import classes from './payment.module.css';
import { StepHeading } from './StepHeading.tsx';
import type { EntryPayment } from './use-entry-payment.ts';

const GAME_TYPES = { SEASON: 'Season game', WEEKLY: 'Weekly game', TOURNAMENT: 'Tournament' };

/** What is paid for, and how much (PAY-02, PAY-03). */
export function ConfirmStep({ payment }: { payment: EntryPayment }) {
  const [sure, setSure] = useState(false);
  const { order, feeChanged, unanswered } = payment;
  if (!order) return null;
  const { game, fee, team } = order;
  return (
    <>
      <section className={classes.ticket} aria-label="What you pay for">
        <div className={classes.banner} data-kind={game.game_type}>
          <span>{GAME_TYPES[game.game_type]}</span>
          <StepHeading>{game.name}</StepHeading>
        </div>
        <dl className={classes.facts}>
          <div data-fee>
            <dt>Entry fee</dt>
            <dd>{formatTokens(fee)} FOOTBALL</dd>
          </div>
          <div>
            <dt>Team</dt>
            <dd>{team.team_name}</dd>
          </div>
          <Balance fee={fee} />
        </dl>
      </section>
      {feeChanged ? (
        <Alert color="warn" role="alert" icon={<IconAlertTriangle aria-hidden="true" />}>
          The entry fee has changed to {formatTokens(fee)} FOOTBALL. Nothing was paid.
        </Alert>
      ) : null}
      {unanswered ? (
        <Unanswered sure={sure} onSure={setSure} />
      ) : (
        <p className={classes.hint}>
          <IconInfoCircle size={18} aria-hidden="true" />
          Your team, its prices and your seat are held for three minutes while you confirm the payment in your
          wallet.
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={payment.close}>
          Cancel
        </Button>
        <Button onClick={payment.pay} disabled={unanswered && !sure}>
          Pay Entry Fee
        </Button>
      </div>
    </>
  );
}

/** What the wallet has, before it is asked; in words too where that is less than the fee. */
function Balance({ fee }: { fee: string }) {
  const { address } = useWatched(useHost().wallet);
  const balance = useBalance(address);
  if (balance === null) return null;
  const short = tokensToWei(balance) < tokensToWei(fee);
  return (
    <div data-short={short || undefined}>
      <dt>In your wallet</dt>
      <dd>
        {formatTokens(balance)} FOOTBALL{short ? ', less than the fee' : null}
      </dd>
    </div>
  );
}

/** The wallet was asked before and has not answered: paying again could mean paying twice. */
function Unanswered({ sure, onSure }: { sure: boolean; onSure: (sure: boolean) => void }) {
  return (
    <Alert
      color="warn"
      role="alert"
      icon={<IconAlertTriangle aria-hidden="true" />}
      title="Did you approve the last payment request?"
    >
      <p className={classes.plain}>
        We asked your wallet for this payment and got no answer. If you approved it, do not pay again: we are
        looking for it on the chain, and your team will join automatically.
      </p>
      <Checkbox
        className={classes.sure ?? ''}
        checked={sure}
        onChange={(event) => onSure(event.currentTarget.checked)}
        label="I did not approve it, or I rejected it"
      />
    </Alert>
  );
}

import { useHost, useWatched } from '@touchline/host/host';
import { useBalance } from '@touchline/host/use-balance';
import { useNow } from '@touchline/host/use-now';
import { tokensToWei } from '@touchline/rules/tokens';
import { Button, Text } from '@touchline/ui/base';
import { useSecondsLeft } from '@touchline/ui/Countdown';
import { Alert } from '@touchline/ui/data';
import { formatTokens } from '@touchline/ui/format';
import { IconAlertTriangle, IconInfoCircle } from '@touchline/ui/icons';
import { Checkbox } from '@touchline/ui/pickers';
import { useState } from 'react';
import { hasMatchLeft, NO_MATCH_LEFT } from '../game/game.ts';
import { PrizeDetails } from '../prizes/PrizeDetails.tsx';
import { PrizeRows } from '../prizes/PrizeRows.tsx';
import classes from './payment.module.css';
import { StepHeading } from './StepHeading.tsx';
import { SEAT_HELD, TimeLeft } from './TimeLeft.tsx';
import type { EntryPayment } from './use-entry-payment.ts';

const WARNING = { color: 'warn', role: 'alert', icon: <IconAlertTriangle aria-hidden="true" /> };
const GAME_TYPES = { SEASON: 'Season game', WEEKLY: 'Weekly game', TOURNAMENT: 'Tournament' };

/** Game, team and fee before the payment (PAY-02, PAY-03). */
export function ConfirmStep({ payment }: { payment: EntryPayment }) {
  const [confirmed, setConfirmed] = useState(false);
  const { calendar } = useHost().config;
  const now = useNow();
  const { order, game, feeChanged, hasOpenRequest } = payment;
  if (!order || !game) return null;
  const { fee, team } = order;
  return (
    <>
      <section className={classes.ticket} aria-label="Payment summary">
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
          <PrizeRows game={game} />
        </dl>
        <PrizeDetails game={game} className={classes.prizes ?? ''} />
      </section>
      {hasMatchLeft(game, now, calendar) ? null : <Alert {...WARNING}>{NO_MATCH_LEFT}</Alert>}
      {feeChanged ? (
        <Alert {...WARNING}>
          The entry fee has changed to {formatTokens(fee)} FOOTBALL. Nothing was paid.
        </Alert>
      ) : null}
      {hasOpenRequest ? (
        <OpenRequestWarning confirmed={confirmed} onConfirm={setConfirmed} />
      ) : (
        <Hold until={payment.heldUntil} />
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={payment.close}>
          Cancel
        </Button>
        <Button onClick={payment.pay} disabled={hasOpenRequest && !confirmed}>
          Pay Entry Fee
        </Button>
      </div>
    </>
  );
}

/** The hold on the seat that the payment begins, or the rest of the one that an earlier attempt began (game rules 5). */
function Hold({ until }: { until: number | null }) {
  const left = useSecondsLeft(until ?? 0, useHost().api.now);
  if (left > 0) return <TimeLeft label={SEAT_HELD} seconds={left} />;
  return (
    <p className={classes.hint}>
      <IconInfoCircle size={18} aria-hidden="true" />
      {until === null
        ? 'Once you press Pay Entry Fee, your team, its prices and your seat are held for three minutes.'
        : 'Your seat is no longer held.'}
    </p>
  );
}

/** The wallet balance, with a warning if it is less than the fee. */
function Balance({ fee }: { fee: string }) {
  const { address } = useWatched(useHost().wallet);
  const balance = useBalance(address);
  if (balance === null) return null;
  const insufficient = tokensToWei(balance) < tokensToWei(fee);
  return (
    <div data-short={insufficient || undefined}>
      <dt>In your wallet</dt>
      <dd>
        {formatTokens(balance)} FOOTBALL{insufficient ? ', less than the fee' : null}
      </dd>
    </div>
  );
}

interface OpenRequestWarningProps {
  /** True once the user states that they did not approve the earlier request. */
  confirmed: boolean;
  onConfirm: (confirmed: boolean) => void;
}

/** Warning that an earlier wallet request is open, so that another payment could be a second one. */
function OpenRequestWarning({ confirmed, onConfirm }: OpenRequestWarningProps) {
  return (
    <Alert {...WARNING} title="Did you approve the last payment request?">
      <Text inherit>
        Your wallet has not responded to the last payment request. If you approved it, do not pay again: we
        are looking for the payment on the chain, and your team will join automatically.
      </Text>
      <Checkbox
        className={classes.sure ?? ''}
        checked={confirmed}
        onChange={(event) => onConfirm(event.currentTarget.checked)}
        label="I did not approve it, or I rejected it"
      />
    </Alert>
  );
}

import { formatPrice, millions } from '@touchline/rules/prices';
import { positionName } from '@touchline/rules/squad';
import { VisuallyHidden } from '@touchline/ui/base';
import { FitnessFlag } from '@touchline/ui/FitnessFlag';
import { type ComponentProps, memo } from 'react';
import { type BuilderPlayer, describeFitness } from '../football/builder-players.ts';
import type { ClubMatches } from '../football/use-upcoming.ts';
import { NextMatch } from './NextMatch.tsx';
import classes from './PlayerOption.module.css';

/** Other props, such as a tooltip's handlers, are passed to the button. */
interface PlayerOptionProps extends ComponentProps<'button'> {
  player: BuilderPlayer;
  /** His next matches; null while they are loading. */
  ahead: ClubMatches | null;
  /** Looks disabled, but pressing it says why. */
  greyed?: boolean;
  /** Shown instead of points and form. */
  reason?: string | undefined;
  onPick: (player: BuilderPlayer) => void;
}

/** A player as a button: colour dot, position, name, club, points, form, price, price change (BUILD-16), and the next match. */
export const PlayerOption = memo(function PlayerOption({
  player,
  ahead,
  disabled = false,
  greyed = false,
  reason,
  onPick,
  ref,
  ...described
}: PlayerOptionProps) {
  const flag = describeFitness(player);
  return (
    <button
      {...described}
      type="button"
      ref={ref}
      className={classes.option}
      disabled={disabled}
      aria-disabled={greyed || undefined}
      data-greyed={greyed || disabled || undefined}
      onClick={() => onPick(player)}
    >
      <span
        className={classes.dot}
        data-part="colour"
        style={{ backgroundColor: player.club_colour }}
        aria-hidden="true"
      />
      <span className={classes.optionName}>
        <span data-part="name">{player.web_name}</span>
        {flag ? <FitnessFlag {...flag} /> : null}
        {ahead ? <NextMatch ahead={ahead} /> : null}
      </span>
      <span className={classes.optionFigures}>
        <b data-part="position">{positionName(player.position)}</b>
        <span data-part="club">{player.club}</span>
        {reason ? (
          <span className={classes.optionReason}>{reason}</span>
        ) : (
          <>
            <span data-part="points">{player.points} pts</span>
            <span data-part="form">Form {player.form.toFixed(1)}</span>
          </>
        )}
      </span>
      <span className={classes.optionPrice}>
        <span data-part="price">{formatPrice(player.price)}</span>
        <PriceChange tenths={player.priceChange} />
      </span>
    </button>
  );
});

function PriceChange({ tenths }: { tenths: number }) {
  const direction = tenths > 0 ? 'up' : tenths < 0 ? 'down' : 'same';
  const words = { up: 'up', down: 'down', same: 'unchanged' }[direction];
  return (
    <span className={classes.change} data-part="price-change" data-direction={direction}>
      <span aria-hidden="true">{{ up: '▲', down: '▼', same: '=' }[direction]}</span>
      <VisuallyHidden>{words}</VisuallyHidden> {direction === 'same' ? '0.0' : millions(Math.abs(tenths))}
    </span>
  );
}

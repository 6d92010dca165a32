import { formatPrice, millions } from '@touchline/rules/prices';
import { positionName } from '@touchline/rules/squad';
import { VisuallyHidden } from '@touchline/ui/base';
import levels from '@touchline/ui/difficulty.module.css';
import { FitnessFlag } from '@touchline/ui/FitnessFlag';
import { plural } from '@touchline/ui/format';
import { type ComponentProps, memo } from 'react';
import { useBuilder } from '../draft/builder-context.ts';
import { type BuilderPlayer, describeFitness } from '../football/builder-players.ts';
import { type ClubMatches, findClubMatches } from '../football/use-upcoming.ts';
import classes from './PlayerOption.module.css';

interface PlayerOptionProps extends Pick<ComponentProps<'button'>, 'disabled' | 'title'> {
  player: BuilderPlayer;
  /** Looks disabled, but pressing it shows the reason. */
  greyed?: boolean;
  /** Shown instead of points and form. */
  reason?: string | undefined;
  onPick: (player: BuilderPlayer) => void;
}

/** A player as a button with colour dot, position, name, club, points, form, price, price change (BUILD-16) and next match. */
export const PlayerOption = memo(function PlayerOption({
  player,
  disabled = false,
  greyed = false,
  reason,
  onPick,
  title,
}: PlayerOptionProps) {
  const { upcoming } = useBuilder();
  const flag = describeFitness(player);
  return (
    <button
      type="button"
      className={classes.option}
      disabled={disabled}
      aria-disabled={greyed || undefined}
      title={title}
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
      </span>
      <span className={classes.optionFigures}>
        <b data-part="position">{positionName(player.position)}</b>
        <span data-part="club">{player.club_short}</span>
        {reason ? (
          <span className={classes.optionReason}>{reason}</span>
        ) : (
          <>
            <span data-part="points">{plural(player.points, 'pt')}</span>
            <span data-part="form">Form {player.form.toFixed(1)}</span>
          </>
        )}
        {upcoming ? <NextMatch matches={findClubMatches(upcoming, player.club_code)} /> : null}
      </span>
      <span className={classes.optionPrice}>
        <span data-part="price">{formatPrice(player.price)}</span>
        <PriceChange tenths={player.priceChange} />
      </span>
    </button>
  );
});

/** The next opponents, "AVL (A)", in the colour of their difficulty. */
function NextMatch({ matches: { opponents, difficulty } }: { matches: ClubMatches }) {
  return (
    <span className={`${classes.next} ${levels.level}`} data-part="next" data-level={difficulty ?? undefined}>
      {opponents}
      {difficulty === null ? null : <VisuallyHidden>, difficulty {difficulty} of 5</VisuallyHidden>}
    </span>
  );
}

function PriceChange({ tenths }: { tenths: number }) {
  const direction = tenths > 0 ? 'up' : tenths < 0 ? 'down' : 'same';
  const text = { up: 'up', down: 'down', same: 'unchanged' }[direction];
  return (
    <span className={classes.change} data-part="price-change" data-direction={direction}>
      <span aria-hidden="true">{{ up: '▲', down: '▼', same: '=' }[direction]}</span>
      <VisuallyHidden>{text}</VisuallyHidden> {direction === 'same' ? '0.0' : millions(Math.abs(tenths))}
    </span>
  );
}

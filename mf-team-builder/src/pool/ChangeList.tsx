import { formatPrice } from '@touchline/rules/prices';
import { UnstyledButton } from '@touchline/ui/base';
import type { BuilderPlayer } from '../football/builder-players.ts';
import { describeFitness } from '../football/builder-players.ts';
import type { PlayerChange } from '../football/player-changes.ts';

const MAX_LISTED = 30;

interface ChangeListProps {
  changes: readonly PlayerChange[];
  /** Marks the user's own and watched players. */
  isMarked: (player: BuilderPlayer) => boolean;
  /** Opens the details of a player; without it names are plain text. */
  onOpen?: (player: BuilderPlayer) => void;
}

/** Names of players with what changed. */
export function ChangeList({ changes, isMarked, onOpen }: ChangeListProps) {
  return (
    <>
      <ul aria-label="Changed players">
        {changes.slice(0, MAX_LISTED).map((change) => {
          const { player } = change;
          const name = `${player.web_name} (${player.club_short})`;
          return (
            <li key={player.id} data-own={isMarked(player) || undefined}>
              {onOpen ? (
                <UnstyledButton onClick={() => onOpen(player)}>{name}</UnstyledButton>
              ) : (
                <b>{name}</b>
              )}
              <span>{describeChange(change)}</span>
            </li>
          );
        })}
      </ul>
      {changes.length > MAX_LISTED ? <p>And {changes.length - MAX_LISTED} more.</p> : null}
    </>
  );
}

/** "£5.0m to £5.1m, 75% chance of playing" */
function describeChange({ player, priceBefore, statusChanged }: PlayerChange): string {
  const price =
    priceBefore === player.price ? [] : [`${formatPrice(priceBefore)} to ${formatPrice(player.price)}`];
  const status = statusChanged ? [describeFitness(player)?.text ?? 'Available again'] : [];
  return [...price, ...status].join(', ');
}

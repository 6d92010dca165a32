import { formatPrice } from '@touchline/rules/prices';
import { ActionIcon } from '@touchline/ui/base';
import { IconX } from '@touchline/ui/icons';
import { PlayerRow } from '@touchline/ui/PlayerRow';
import { useRovingRows } from '@touchline/ui/roving';
import { useRef } from 'react';
import { useSquad } from '../draft/builder-context.ts';
import { useDraftMoves } from '../draft/use-draft-moves.ts';
import { type BuilderPlayer, describeFitness } from '../football/builder-players.ts';
import panel from '../page/panel.module.css';
import classes from './SelectedPlayers.module.css';

interface SelectedPlayersProps {
  /** The server's errors by player id. */
  rejected: ReadonlyMap<number, string> | undefined;
}

/** The players of the squad by position, each with a remove button (BUILD-21). */
export function SelectedPlayers({ rejected }: SelectedPlayersProps) {
  const squad = useSquad();
  const moves = useDraftMoves();
  const rovingProps = useRovingRows<HTMLUListElement>();
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = (player: BuilderPlayer) => {
    moves.remove(player);
    // The focused remove button was unmounted.
    heading.current?.focus();
  };
  const sorted = [...squad].sort((a, b) => a.position - b.position);
  return (
    <section className={panel.panel} aria-labelledby="selected-title">
      <h2 id="selected-title" ref={heading} tabIndex={-1}>
        Selected Players
      </h2>
      {sorted.length === 0 ? (
        <p className={panel.hint}>
          No players yet. Select a place on the pitch, choose from the list, or use Random Pick.
        </p>
      ) : (
        <ul className={classes.selected} {...rovingProps}>
          {sorted.map((player) => (
            <SelectedPlayer
              key={player.id}
              player={player}
              message={rejected?.get(player.id)}
              onRemove={() => remove(player)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface SelectedPlayerProps {
  player: BuilderPlayer;
  message: string | undefined;
  onRemove: () => void;
}

function SelectedPlayer({ player, message, onRemove }: SelectedPlayerProps) {
  const flag = describeFitness(player);
  return (
    <li>
      <PlayerRow
        name={player.web_name}
        clubCode={player.club_code}
        clubShort={player.club_short}
        position={player.position}
        value={formatPrice(player.price)}
        {...(flag ? { flag } : {})}
        action={
          <ActionIcon aria-label={`Remove ${player.web_name}`} onClick={onRemove}>
            <IconX size={18} />
          </ActionIcon>
        }
      />
      {message ? <p className={classes.rejectedPlayer}>{message}</p> : null}
    </li>
  );
}

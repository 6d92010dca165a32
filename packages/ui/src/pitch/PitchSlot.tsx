import { LONG_POSITION_NAMES, type Position, positionName } from '@touchline/rules/squad';
import { Shirt, ShirtOutline } from '../football/Shirt.tsx';
import classes from './Pitch.module.css';

/** A player on the pitch or bench. */
export interface PitchPlayer {
  id: number;
  name: string;
  /** Season-stable club code. */
  clubCode: number;
  clubShort: string;
  /** Points, price or opponent, formatted. */
  pill?: string;
  /** The next opponent, shown under the pill, such as "AVL (A)". */
  next?: string;
  /** Difficulty of the next match as rated by the feed, 1 (easy) to 5. Sets the colour of `next`, or of the pill without `next`. */
  difficulty?: number;
  band?: 'C' | 'V';
  locked?: boolean;
  /** The match is in progress. */
  live?: boolean;
  didNotPlay?: boolean;
  /** The pill's number may still change. */
  provisional?: boolean;
  /** A short text under the pill, such as "Sub on". */
  note?: string;
}

/** A slot on the pitch (`gk-1`, `def-1` ...) or on the bench (`bench-1` ...). */
export interface PitchSlot {
  id: string;
  position: Position;
  player?: PitchPlayer | undefined;
  /** The player is being moved or inspected. */
  selected?: boolean;
  /** The selected player may move here. */
  target?: boolean;
  /** The slot is occupied, but the player is not revealed yet. */
  hidden?: boolean;
}

/** Screen reader text for a slot. */
export function formatSlotLabel(slot: PitchSlot, place?: number): string {
  const { position, player, selected, target } = slot;
  const words = [place === undefined ? null : `Bench ${place}`];
  // A hidden bench slot does not reveal its position.
  if (slot.hidden)
    words.push(place === undefined ? `Hidden ${LONG_POSITION_NAMES[position]}` : 'Hidden player');
  else if (!player) words.push(`Empty place for a ${LONG_POSITION_NAMES[position]}`);
  else
    words.push(
      player.name,
      `${LONG_POSITION_NAMES[position]}, ${player.clubShort}`,
      player.band === 'C' ? 'captain' : player.band === 'V' ? 'vice-captain' : null,
      player.pill ? `${player.pill}${player.provisional ? ' provisional' : ''}` : null,
      player.next ? `next ${player.next}` : null,
      player.difficulty ? `difficulty ${player.difficulty} of 5` : null,
      player.live ? 'match on now' : null,
      player.didNotPlay ? 'did not play' : null,
      player.locked ? 'locked' : null,
      player.note ?? null,
    );
  words.push(selected ? 'selected' : null, target ? 'can move here' : null);
  return words.filter(Boolean).join(', ');
}

function Badges({ player }: { player: PitchPlayer }) {
  return (
    <>
      {player.band ? (
        <span className={classes.band} data-band={player.band}>
          {player.band}
        </span>
      ) : null}
      {player.locked ? (
        <svg viewBox="0 0 24 24" className={classes.lock} aria-hidden="true">
          <path d="M7 11V8a5 5 0 0 1 10 0v3" fill="none" stroke="currentColor" strokeWidth="2.6" />
          <rect x="4.5" y="10.5" width="15" height="10.5" rx="2.5" fill="currentColor" />
        </svg>
      ) : null}
    </>
  );
}

/** The visible content of a slot. Hidden from screen readers: the surrounding button or list item has a text. */
export function SlotFace({ slot }: { slot: PitchSlot }) {
  const { player } = slot;
  return (
    <span
      className={classes.face}
      aria-hidden="true"
      data-face
      data-live={player?.live || undefined}
      data-absent={player?.didNotPlay || undefined}
      data-selected={slot.selected || undefined}
      data-target={slot.target || undefined}
    >
      <span className={classes.shirt}>
        {player ? (
          <Shirt clubCode={player.clubCode} clubShort={player.clubShort} />
        ) : (
          <ShirtOutline sign={slot.hidden ? 'hidden' : 'plus'} />
        )}
        {player ? <Badges player={player} /> : null}
      </span>
      <span className={classes.tag}>
        <span className={classes.plate} data-empty={player ? undefined : true}>
          {player ? player.name : slot.hidden ? 'Hidden' : positionName(slot.position)}
        </span>
        {player?.pill ? (
          <span
            className={classes.pill}
            data-provisional={player.provisional || undefined}
            data-level={player.next ? undefined : player.difficulty}
          >
            {player.pill}
          </span>
        ) : null}
        {player?.next ? (
          <span className={classes.next} data-level={player.difficulty}>
            {player.next}
          </span>
        ) : null}
      </span>
      {player?.note ? <span className={classes.note}>{player.note}</span> : null}
    </span>
  );
}

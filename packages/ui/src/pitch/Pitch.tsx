import { VisuallyHidden } from '@touchline/ui/base';
import type { CSSProperties, KeyboardEvent } from 'react';
import { isModified, useOneTabStop } from '../roving.ts';
import classes from './Pitch.module.css';
import { PitchLines } from './PitchLines.tsx';
import { formatSlotLabel, type PitchSlot, SlotFace } from './PitchSlot.tsx';
import { findAdjacentSlot, getPosition } from './pitch-geometry.ts';

export type { PitchPlayer, PitchSlot } from './PitchSlot.tsx';

interface SlotListProps {
  slots: readonly PitchSlot[];
  /** Makes every slot a button. */
  onSlot?: ((slot: PitchSlot) => void) | undefined;
  /** Accessible name of the list. */
  label?: string;
  /** `preview` is smaller, for cards and drawers. */
  size?: 'builder' | 'preview';
}

export interface PitchProps extends SlotListProps {
  /** Such as `3-4-3`. For the accessible name only: the rows are derived from the slots. */
  formation: string;
}

/** Moves the focus between the slot buttons of a list with arrow keys, Home and End. The list is a single tab stop. */
function useArrowKeys(rows: readonly (readonly string[])[]) {
  const oneStop = useOneTabStop<HTMLUListElement & HTMLOListElement>();
  const onKeyDown = (event: KeyboardEvent) => {
    if (isModified(event)) return;
    const from = (event.target as HTMLElement).closest<HTMLElement>('[data-slot]')?.dataset.slot;
    const to = from ? findAdjacentSlot(rows, from, event.key) : null;
    if (!to) return;
    event.preventDefault();
    oneStop.ref.current?.querySelector<HTMLElement>(`[data-slot="${to}"]`)?.focus();
  };
  return { ...oneStop, onKeyDown };
}

function Slot({ slot, onSlot, place }: Pick<SlotListProps, 'onSlot'> & { slot: PitchSlot; place?: number }) {
  // Hidden text instead of an aria-label, which would have to contain the visible text (WCAG 2.5.3).
  const content = (
    <>
      <VisuallyHidden>{formatSlotLabel(slot, place)}</VisuallyHidden>
      <SlotFace slot={slot} />
    </>
  );
  if (!onSlot) return content;
  return (
    <button
      type="button"
      className={classes.slot}
      data-slot={slot.id}
      aria-pressed={slot.selected}
      onClick={() => onSlot(slot)}
    >
      {content}
    </button>
  );
}

/** A team on the pitch, with one row per position. With `onSlot`, slots are buttons. Screen readers see a list. */
export function Pitch({ formation, slots, onSlot, label, size = 'builder' }: PitchProps) {
  const rows = [1, 2, 3, 4].map((position) => slots.filter((slot) => slot.position === position));
  const keys = useArrowKeys(rows.map((row) => row.map((slot) => slot.id)));
  return (
    <div className={classes.pitch} data-size={size}>
      <div className={classes.field}>
        <PitchLines />
        <ul className={classes.players} aria-label={label ?? `Pitch, ${formation}`} {...keys}>
          {rows.flatMap((row, at) =>
            row.map((slot, index) => {
              const { x, y } = getPosition(at, index, row.length);
              return (
                <li
                  key={slot.id}
                  className={classes.spotOnPitch}
                  data-wide={row.length <= 3 || undefined}
                  style={{ left: `${x}%`, top: `${y}%` }}
                >
                  <Slot slot={slot} onSlot={onSlot} />
                </li>
              );
            }),
          )}
        </ul>
      </div>
    </div>
  );
}

/** The bench in order of substitution, as a numbered strip below the pitch. */
export function PitchBench({ slots, onSlot, label = 'Bench', size = 'builder' }: SlotListProps) {
  const keys = useArrowKeys([slots.map((slot) => slot.id)]);
  return (
    <div className={classes.pitch} data-size={size}>
      <ol
        className={classes.bench}
        aria-label={label}
        style={{ '--places': slots.length } as CSSProperties}
        {...keys}
      >
        {slots.map((slot, index) => (
          <li key={slot.id} className={classes.benchPlace}>
            <span className={classes.number} aria-hidden="true">
              {index + 1}
            </span>
            <Slot slot={slot} onSlot={onSlot} place={index + 1} />
          </li>
        ))}
      </ol>
    </div>
  );
}

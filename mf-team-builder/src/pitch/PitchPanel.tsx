import { fieldPlayers } from '@touchline/rules/draft';
import { FIELD_SIZE } from '@touchline/rules/squad';
import { Badge } from '@touchline/ui/base';
import { Pitch, PitchBench, type PitchSlot } from '@touchline/ui/Pitch';
import { usePitchFlip } from '@touchline/ui/pitch-flip';
import { useMemo, useState } from 'react';
import { useBuilder, useDraft } from '../draft/builder-context.tsx';
import classes from './PitchPanel.module.css';
import { benchSlots, fieldSlots } from './pitch-slots.ts';
import { QuickActions } from './QuickActions.tsx';
import { SlotPicker } from './SlotPicker.tsx';

/** The team on the pitch and its bench; each place opens its picker. */
export function PitchPanel({ refused }: { refused: ReadonlyMap<number, string> | undefined }) {
  const state = useDraft();
  const { byId } = useBuilder();
  const [open, setOpen] = useState<string | null>(null);
  const field = useMemo(() => fieldSlots(state, { byId, refused }), [state, byId, refused]);
  const bench = useMemo(() => benchSlots(state, { byId, refused }), [state, byId, refused]);
  const slots = useMemo(() => [...field, ...bench], [field, bench]);
  const ground = usePitchFlip<HTMLElement>(slots);
  const slot = slots.find(({ id }) => id === open) ?? null;
  const show = ({ id }: PitchSlot) => setOpen(id);
  return (
    <section ref={ground} className={classes.pitchPanel} aria-labelledby="pitch-title">
      <div className={classes.pitchHead}>
        <h2 id="pitch-title">Your Team</h2>
        <Badge size="lg" color={fieldPlayers(state.draft).length === FIELD_SIZE ? 'grass' : 'gray'}>
          {fieldPlayers(state.draft).length}/{FIELD_SIZE} on field
        </Badge>
        <QuickActions />
      </div>
      <Pitch formation={state.draft.formation} slots={field} onSlot={show} />
      <PitchBench slots={bench} onSlot={show} />
      <SlotPicker slot={slot} onClose={() => setOpen(null)} />
    </section>
  );
}

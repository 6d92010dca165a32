import { useDispatch, useStore } from '@touchline/host/redux';
import { fieldPlayers } from '@touchline/rules/draft';
import { FIELD_SIZE } from '@touchline/rules/squad';
import { Badge, Button } from '@touchline/ui/base';
import { IconDice5, IconTrash } from '@touchline/ui/icons';
import { Pitch, PitchBench, type PitchSlot } from '@touchline/ui/Pitch';
import { usePitchFlip } from '@touchline/ui/pitch-flip';
import { useMemo, useState } from 'react';
import { Armbands } from '../Armbands.tsx';
import { useBuilder, useDraft, useSquad } from '../draft/builder-context.tsx';
import { draftActions } from '../draft/draft-slice.ts';
import { type DraftState, draftedIds } from '../draft/draft-state.ts';
import type { DraftRoot } from '../draft/draft-store.ts';
import { useDraftMoves } from '../draft/use-draft-moves.ts';
import classes from './PitchPanel.module.css';
import { buildBenchSlots, buildFieldSlots } from './pitch-slots.ts';
import { SlotPicker } from './SlotPicker.tsx';
import { useArmbands } from './use-armbands.ts';

/** The draft on the pitch and bench; each slot opens its picker. */
export function PitchPanel({ refused }: { refused: ReadonlyMap<number, string> | undefined }) {
  const state = useDraft();
  const { byId, ahead } = useBuilder();
  const [open, setOpen] = useState<string | null>(null);
  const field = useMemo(() => buildFieldSlots(state, { byId, refused, ahead }), [state, byId, refused, ahead]);
  const bench = useMemo(() => buildBenchSlots(state, { byId, refused, ahead }), [state, byId, refused, ahead]);
  const slots = useMemo(() => [...field, ...bench], [field, bench]);
  const panel = usePitchFlip<HTMLElement>(slots);
  const slot = slots.find(({ id }) => id === open) ?? null;
  const { giving, setGiving, give, wearers } = useArmbands();
  const show = (slot: PitchSlot) => {
    if (!give(slot)) setOpen(slot.id);
  };
  return (
    <section ref={panel} className={classes.pitchPanel} aria-labelledby="pitch-title">
      <div className={classes.pitchHead}>
        <h2 id="pitch-title">Your Team</h2>
        <Badge size="lg" color={fieldPlayers(state.draft).length === FIELD_SIZE ? 'grass' : 'gray'}>
          {fieldPlayers(state.draft).length}/{FIELD_SIZE} on field
        </Badge>
        <QuickActions />
      </div>
      <Armbands wearers={wearers} giving={giving} onGiving={setGiving}>
        <Pitch
          formation={state.draft.formation}
          slots={giving ? field.map((each) => ({ ...each, target: each.player !== undefined })) : field}
          onSlot={show}
        />
      </Armbands>
      <PitchBench slots={bench} onSlot={show} />
      <SlotPicker slot={slot} onClose={() => setOpen(null)} />
    </section>
  );
}

/** Random Pick and Clear All (BUILD-12, BUILD-27), and undoing them until the next change. */
function QuickActions() {
  const moves = useDraftMoves();
  const dispatch = useDispatch();
  const state = useDraft();
  const empty = useSquad().length === 0;
  const [undo, setUndo] = useState<{ before: DraftState; after: DraftState } | null>(null);
  const store = useStore<DraftRoot>();
  const undoable = (act: () => void) => () => {
    const before = store.getState().team;
    act();
    const after = store.getState().team;
    if (before !== after && draftedIds(before).length > 0) setUndo({ before, after });
  };
  return (
    <div className={classes.quick}>
      <Button leftSection={<IconDice5 size={20} />} onClick={undoable(moves.pickAtRandom)}>
        Random Pick
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={18} />}
        disabled={empty}
        onClick={undoable(moves.clear)}
      >
        Clear All
      </Button>
      {undo && undo.after === state ? (
        <Button variant="default" onClick={() => dispatch(draftActions.restored(undo.before))}>
          Undo
        </Button>
      ) : null}
    </div>
  );
}

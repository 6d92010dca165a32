import { LazyDialog } from '@touchline/host/LazyDialog';
import { fieldPlayers } from '@touchline/rules/draft';
import { FIELD_SIZE, SQUAD_SIZE } from '@touchline/rules/squad';
import { Badge, Button } from '@touchline/ui/base';
import { IconDice5, IconTrash } from '@touchline/ui/icons';
import { Pitch, PitchBench, type PitchSlot } from '@touchline/ui/Pitch';
import { usePitchFlip } from '@touchline/ui/pitch-flip';
import { useMemo, useRef, useState } from 'react';
import { Armbands } from '../Armbands.tsx';
import { useArrange, useBuilder, useDraft, useSquad } from '../draft/builder-context.ts';
import { type DraftState, dropUnknownPlayers, getDraftedIds } from '../draft/draft-state.ts';
import { draftActions } from '../draft/draft-store.ts';
import { useDraftMoves } from '../draft/use-draft-moves.ts';
import classes from './PitchPanel.module.css';
import { buildSlots } from './pitch-slots.ts';
import { useArmbands } from './use-armbands.ts';

const loadPicker = async () =>
  (await import(/* webpackChunkName: "builder-dialogs" */ './SlotPicker.tsx')).SlotPicker;

/** The draft on the pitch and bench; each slot opens its picker. */
export function PitchPanel({ rejected }: { rejected: ReadonlyMap<number, string> | undefined }) {
  const { draft } = useDraft();
  const { byId, upcoming } = useBuilder();
  const [open, setOpen] = useState<PitchSlot | null>(null);
  const { field, bench } = useMemo(
    () => buildSlots(draft, { byId, rejected, upcoming }),
    [draft, byId, rejected, upcoming],
  );
  const slots = useMemo(() => [...field, ...bench], [field, bench]);
  const panel = usePitchFlip<HTMLElement>(slots);
  const slot = open && findSlot(slots, open);
  const { giving, setGiving, giveTo, wearers } = useArmbands();
  const openSlot = (slot: PitchSlot) => {
    if (!giveTo(slot)) setOpen(slot);
  };
  return (
    <section ref={panel} className={classes.pitchPanel} aria-labelledby="pitch-title">
      <div className={classes.pitchHead}>
        <h2 id="pitch-title">Your team</h2>
        <Badge size="lg" color={fieldPlayers(draft).length === FIELD_SIZE ? 'grass' : 'gray'}>
          {fieldPlayers(draft).length}/{FIELD_SIZE} on field
        </Badge>
        <QuickActions />
      </div>
      <Armbands wearers={wearers} giving={giving} onGiving={setGiving}>
        <Pitch
          formation={draft.formation}
          slots={giving ? field.map((each) => ({ ...each, target: each.player !== undefined })) : field}
          onSlot={openSlot}
        />
      </Armbands>
      <PitchBench slots={bench} onSlot={openSlot} />
      <LazyDialog
        what="The choice of players"
        load={loadPicker}
        dialog={{ opened: slot !== null, slot, onClose: () => setOpen(null) }}
      />
    </section>
  );
}

/** Finds the place of the player that was opened, who may have moved since, or the opened place. */
function findSlot(slots: readonly PitchSlot[], open: PitchSlot): PitchSlot | null {
  const player = slots.find((slot) => slot.player && slot.player.id === open.player?.id);
  return player ?? slots.find(({ id }) => id === open.id) ?? null;
}

/** Random Pick and Clear All (BUILD-12, BUILD-27), and an undo that is available until the next change. */
function QuickActions() {
  const moves = useDraftMoves();
  const { store, announce } = useBuilder();
  const arrange = useArrange();
  const state = useDraft();
  const randomPick = useRef<HTMLButtonElement>(null);
  const empty = useSquad().length === 0;
  const [undo, setUndo] = useState<{ before: DraftState; after: DraftState } | null>(null);
  const makeUndoable = (action: () => void) => () => {
    const before = store.getState();
    action();
    const after = store.getState();
    if (before !== after && getDraftedIds(before).length > 0) setUndo({ before, after });
  };
  const restore = (before: DraftState) => {
    store.dispatch(draftActions.replaced(before));
    // The players may have been reloaded since.
    arrange(dropUnknownPlayers);
    announce(`Undone, ${getDraftedIds(store.getState()).length} of ${SQUAD_SIZE} players`);
    // The focused button is unmounted.
    randomPick.current?.focus();
  };
  return (
    <div className={classes.quick}>
      <Button
        ref={randomPick}
        leftSection={<IconDice5 size={20} />}
        onClick={makeUndoable(moves.pickAtRandom)}
      >
        Random Pick
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={18} />}
        disabled={empty}
        onClick={makeUndoable(moves.clear)}
      >
        Clear All
      </Button>
      {undo && undo.after === state ? (
        // Clear All disables itself and loses the focus: Undo, mounted again by its key, takes it.
        <Button key={String(empty)} autoFocus={empty} variant="default" onClick={() => restore(undo.before)}>
          Undo
        </Button>
      ) : null}
    </div>
  );
}

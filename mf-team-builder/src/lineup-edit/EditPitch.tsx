import { Pitch, PitchBench, type PitchSlot } from '@touchline/ui/Pitch';
import { useState } from 'react';
import panel from '../page/panel.module.css';
import { BenchPicker } from './BenchPicker.tsx';
import { editSheet } from './edit-sheet.ts';
import { moveTo } from './moves.ts';
import type { LineupEdit } from './use-lineup-edit.ts';

interface EditPitchProps {
  edit: LineupEdit;
  /** Opens a player's details, which also say why he cannot be moved. */
  onPlayer: (id: number) => void;
}

/** The pitch in edit mode: select a player and then a target, or an empty slot to fill it from the bench (VIEW-11). */
export function EditPitch({ edit, onPlayer }: EditPitchProps) {
  const [picked, setPicked] = useState<number | null>(null);
  const [empty, setEmpty] = useState<PitchSlot | null>(null);
  const { field, bench } = editSheet(edit, picked);
  const press = (slot: PitchSlot) => {
    setPicked(null);
    const id = slot.player?.id;
    if (picked !== null && slot.target) edit.arrange(moveTo(edit, picked, slot));
    else if (id === undefined) setEmpty(slot);
    else if (edit.fixed.has(id)) onPlayer(id);
    else if (id !== picked) setPicked(id);
  };
  return (
    <>
      <Pitch formation={edit.draft.formation} slots={field} onSlot={press} />
      <p className={panel.hint} role="status">
        {picked === null ? INSTRUCTIONS : targetHint(edit, picked, [...field, ...bench])}
      </p>
      <PitchBench slots={bench} onSlot={press} />
      <BenchPicker edit={edit} slot={empty} onClose={() => setEmpty(null)} />
    </>
  );
}

const INSTRUCTIONS = 'Select a player and then the one to swap with, or an empty place to fill it.';

function targetHint({ team }: LineupEdit, picked: number, slots: readonly PitchSlot[]): string {
  const name = team.players.find(({ id }) => id === picked)?.web_name ?? 'This player';
  const places = slots.filter((slot) => slot.target).length;
  if (places === 0) return `${name} has nobody to swap with. Select the player again to cancel.`;
  return `${name}: select ${places === 1 ? 'the place' : `one of the ${places} places`} marked in green.`;
}

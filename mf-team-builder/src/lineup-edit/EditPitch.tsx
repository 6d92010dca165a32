import { LazyDialog } from '@touchline/host/LazyDialog';
import { giveArmband } from '@touchline/rules/draft';
import { Pitch, PitchBench, type PitchSlot } from '@touchline/ui/Pitch';
import { useState } from 'react';
import { Armbands, type Band } from '../Armbands.tsx';
import panel from '../page/panel.module.css';
import { canWear, findWearers } from './armbands.ts';
import { buildEditSheet } from './edit-sheet.ts';
import { moveTo } from './moves.ts';
import type { LineupEdit } from './use-lineup-edit.ts';

const loadBenchPicker = async () =>
  (await import(/* webpackChunkName: "team-dialogs" */ './BenchPicker.tsx')).BenchPicker;

interface EditPitchProps {
  edit: LineupEdit;
  /** Opens a player's details, which explain why the player cannot be moved. */
  onPlayer: (id: number) => void;
}

/** The pitch in edit mode. The user selects a player and a target, or an empty slot to fill from the bench (VIEW-11). */
export function EditPitch({ edit, onPlayer }: EditPitchProps) {
  const [picked, setPicked] = useState<number | null>(null);
  const [emptySlot, setEmptySlot] = useState<PitchSlot | null>(null);
  const [giving, setGiving] = useState<Band | null>(null);
  const { field, bench } = buildEditSheet(edit, picked);
  const canReceiveArmband = (slot: PitchSlot) =>
    giving !== null && slot.player !== undefined && canWear(edit, giving, slot.player.id);
  const press = (slot: PitchSlot) => {
    setPicked(null);
    setGiving(null);
    if (giving && slot.player && canReceiveArmband(slot) && edit.draft.slots.includes(slot.player.id))
      return edit.arrange(giveArmband(edit.draft, giving, slot.player.id));
    const id = slot.player?.id;
    if (picked !== null && slot.target) edit.arrange(moveTo(edit, picked, slot));
    else if (id === undefined) setEmptySlot(slot);
    else if (edit.fixed.has(id)) onPlayer(id);
    else if (id !== picked) setPicked(id);
  };
  return (
    <>
      <p className={panel.hint} role="status">
        {picked === null ? INSTRUCTIONS : describeTargets(edit, picked, [...field, ...bench])}
      </p>
      <Armbands
        wearers={findWearers(edit)}
        giving={giving}
        onGiving={(band) => {
          setPicked(null);
          setGiving(band);
        }}
        disabled={edit.armbandHolder !== undefined}
      >
        <Pitch
          formation={edit.draft.formation}
          slots={giving ? field.map((slot) => ({ ...slot, target: canReceiveArmband(slot) })) : field}
          onSlot={press}
        />
      </Armbands>
      <PitchBench slots={bench} onSlot={press} />
      <LazyDialog
        what="The bench"
        load={loadBenchPicker}
        dialog={{ opened: emptySlot !== null, edit, slot: emptySlot, onClose: () => setEmptySlot(null) }}
      />
    </>
  );
}

const INSTRUCTIONS = 'Tap a player, then their replacement.';

function describeTargets({ team }: LineupEdit, picked: number, slots: readonly PitchSlot[]): string {
  const name = team.players.find(({ id }) => id === picked)?.web_name ?? 'This player';
  const places = slots.filter((slot) => slot.target).length;
  if (places === 0) return `No player can swap with ${name}. Select the player again to cancel.`;
  return `${name}: select ${places === 1 ? 'the place' : `one of the ${places} places`} marked in green.`;
}

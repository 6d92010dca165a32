import { fieldPlayers, toLineup } from '@touchline/rules/draft';
import type { PitchSlot } from '@touchline/ui/Pitch';
import { useState } from 'react';
import type { Band } from '../Armbands.tsx';
import { useBuilder, useDraft } from '../draft/builder-context.ts';
import { useLineupMoves } from '../draft/use-lineup-moves.ts';

/** The armband wearers of the draft, and the state for assigning an armband by pressing a player on the pitch. */
export function useArmbands() {
  const { draft } = useDraft();
  const { byId } = useBuilder();
  const { giveArmband } = useLineupMoves();
  const [band, setBand] = useState<Band | null>(null);
  const hasEnoughPlayers = fieldPlayers(draft).length >= 2;
  const giving = hasEnoughPlayers ? band : null;
  const defaults = toLineup(draft);
  const findWearer = (each: Band) => {
    const id = draft[each] ?? defaults?.[each];
    const player = id ? byId.get(id) : undefined;
    return player ? { name: player.web_name, byDefault: draft[each] === null } : null;
  };
  return {
    giving,
    setGiving: setBand,
    wearers: hasEnoughPlayers
      ? { captain_id: findWearer('captain_id'), vice_captain_id: findWearer('vice_captain_id') }
      : null,
    /** Gives the selected armband to the player in a slot. Returns false if no armband is selected or the slot is unsuitable. */
    giveTo({ id, player }: PitchSlot): boolean {
      if (!giving) return false;
      setBand(null);
      if (!player || id.startsWith('bench')) return false;
      giveArmband(giving, player.id);
      return true;
    },
  };
}

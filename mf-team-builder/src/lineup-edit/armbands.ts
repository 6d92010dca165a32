import type { Band } from '../Armbands.tsx';
import { buildLineupToSave } from './lineup-edit.ts';
import type { LineupEdit } from './use-lineup-edit.ts';

/** True if a field player may wear an armband. Once a wearer has kicked off, only the saved wearer may. */
export function canWear({ saved, locked, armbandHolder }: LineupEdit, band: Band, id: number): boolean {
  return id === saved[band] || (armbandHolder === undefined && !locked.has(id));
}

/** Finds the wearers of both armbands. A missing wearer is the player that the rules choose on saving (VIEW-12). */
export function findWearers({ draft, saved, locked, team }: LineupEdit) {
  const defaults = buildLineupToSave(draft, saved, locked) ?? draft;
  const findWearer = (band: Band) => {
    const player = team.players.find(({ id }) => id === defaults[band]);
    return player ? { name: player.web_name, byDefault: draft[band] === null } : null;
  };
  return { captain_id: findWearer('captain_id'), vice_captain_id: findWearer('vice_captain_id') };
}

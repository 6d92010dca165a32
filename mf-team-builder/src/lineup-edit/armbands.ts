import type { Band } from '../Armbands.tsx';
import { lineupToSave } from './lineup-edit.ts';
import type { LineupEdit } from './use-lineup-edit.ts';

/** Whether a field player may get an armband: once a wearer has kicked off, only who wore it when the lineup was saved. */
export function canWear({ saved, locked, armbandHolder }: LineupEdit, band: Band, id: number): boolean {
  return id === saved[band] || (armbandHolder === undefined && !locked.has(id));
}

/** Who wears the armbands of the draft; a missing one goes to the player that the rules choose on saving (VIEW-12). */
export function findWearers({ draft, saved, locked, team }: LineupEdit) {
  const defaults = lineupToSave(draft, saved, locked) ?? draft;
  const wearer = (band: Band) => {
    const player = team.players.find(({ id }) => id === defaults[band]);
    return player ? { name: player.web_name, byDefault: draft[band] === null } : null;
  };
  return { captain_id: wearer('captain_id'), vice_captain_id: wearer('vice_captain_id') };
}

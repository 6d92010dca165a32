import {
  changeFormation,
  fieldPlayers,
  giveArmband,
  moveOnBench,
  moveToBench,
  moveToField,
  swapWithBench,
} from '@touchline/rules/draft';
import type { FormationName } from '@touchline/rules/formations';
import { FIELD_SIZE } from '@touchline/rules/squad';
import { useMemo } from 'react';
import type { Band } from '../Armbands.tsx';
import { useArrange, useBuilder } from './builder-context.ts';

/** Actions that rearrange the players of the draft, announced to screen readers. */
export function useLineupMoves() {
  const { byId, announce } = useBuilder();
  const arrange = useArrange();
  return useMemo(() => {
    const getName = (id: number) => byId.get(id)?.web_name ?? `Player ${id}`;
    const getTitle = (band: Band) => (band === 'captain_id' ? 'captain' : 'vice-captain');
    return {
      toBench(id: number) {
        arrange((draft, positions) => moveToBench(draft, id, positions));
        announce(`${getName(id)} moved to the bench`);
      },
      /** @param slot the preferred slot */
      toField(id: number, slot?: string) {
        arrange((draft, positions) => moveToField(draft, id, positions, slot));
        announce(`${getName(id)} moved to the pitch`);
      },
      swap(field: number, bench: number) {
        arrange((draft) => swapWithBench(draft, field, bench));
        announce(`${getName(bench)} moved to the pitch, ${getName(field)} to the bench`);
      },
      moveOnBench(id: number, by: -1 | 1) {
        arrange((draft, positions) => moveOnBench(draft, id, by, positions));
        announce(`${getName(id)} moved ${by < 0 ? 'up' : 'down'} the bench`);
      },
      giveArmband(band: Band, id: number) {
        arrange((draft) => giveArmband(draft, band, id));
        announce(`${getName(id)} is ${getTitle(band)}`);
      },
      takeArmband(band: Band, id: number) {
        arrange((draft) => giveArmband(draft, band, null));
        announce(`${getName(id)} is no longer ${getTitle(band)}`);
      },
      changeFormation(formation: FormationName) {
        const draft = arrange((current, positions) => changeFormation(current, formation, positions));
        announce(`Formation ${formation}, ${fieldPlayers(draft).length} of ${FIELD_SIZE} on the pitch`);
      },
    };
  }, [arrange, byId, announce]);
}

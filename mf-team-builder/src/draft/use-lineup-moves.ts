import { useStore } from '@touchline/host/redux';
import { fieldPlayers } from '@touchline/rules/draft';
import type { FormationName } from '@touchline/rules/formations';
import { FIELD_SIZE } from '@touchline/rules/squad';
import { useMemo } from 'react';
import type { Band } from '../Armbands.tsx';
import { useBuilder } from './builder-context.tsx';
import { draftActions } from './draft-slice.ts';
import type { DraftRoot } from './draft-store.ts';

/** Actions that rearrange the players of the draft, announced to screen readers. */
export function useLineupMoves() {
  const { dispatch, getState } = useStore<DraftRoot>();
  const { byId, announce } = useBuilder();
  return useMemo(() => {
    const getName = (id: number) => byId.get(id)?.web_name ?? `Player ${id}`;
    const setArmband = (band: Band, id: number | null) =>
      dispatch(draftActions[band === 'captain_id' ? 'captainChosen' : 'viceCaptainChosen'](id));
    const getTitle = (band: Band) => (band === 'captain_id' ? 'captain' : 'vice-captain');
    return {
      toBench(id: number) {
        dispatch(draftActions.benched(id));
        announce(`${getName(id)} moved to the bench`);
      },
      /** @param slot the preferred slot */
      toField(id: number, slot?: string) {
        dispatch(draftActions.fielded({ id, slot }));
        announce(`${getName(id)} moved to the pitch`);
      },
      swap(field: number, bench: number) {
        dispatch(draftActions.swapped({ field, bench }));
        announce(`${getName(bench)} moved to the pitch, ${getName(field)} to the bench`);
      },
      moveOnBench(id: number, by: -1 | 1) {
        dispatch(draftActions.benchMoved({ id, by }));
        announce(`${getName(id)} moved ${by < 0 ? 'up' : 'down'} the bench`);
      },
      giveArmband(band: Band, id: number) {
        setArmband(band, id);
        announce(`${getName(id)} is ${getTitle(band)}`);
      },
      takeArmband(band: Band, id: number) {
        setArmband(band, null);
        announce(`${getName(id)} is no longer ${getTitle(band)}`);
      },
      changeFormation(formation: FormationName) {
        dispatch(draftActions.formationChosen(formation));
        const onField = fieldPlayers(getState().team.draft).length;
        announce(`Formation ${formation}, ${onField} of ${FIELD_SIZE} on the pitch`);
      },
    };
  }, [dispatch, getState, byId, announce]);
}

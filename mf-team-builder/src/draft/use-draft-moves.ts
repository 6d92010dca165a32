import { useHost } from '@touchline/host/host';
import { fillFreeSlots, placePlayer, proposeArmbands, removePlayer } from '@touchline/rules/draft';
import { randomPick, tradeUp } from '@touchline/rules/random-pick';
import { findReplaceable, SQUAD_SIZE, squadRejection } from '@touchline/rules/squad';
import { useMemo } from 'react';
import { type BuilderPlayer, describeFitness } from '../football/builder-players.ts';
import { useArrange, useBuilder } from './builder-context.ts';
import { getDraftedIds, type Place, pickPlayer } from './draft-state.ts';
import { draftActions } from './draft-store.ts';

/** Actions that change the squad. Rejections become notifications; successes are announced to screen readers. */
export function useDraftMoves() {
  const host = useHost();
  const { store, byId, players, positions, announce } = useBuilder();
  const arrange = useArrange();
  return useMemo(() => {
    const squad = () => getDraftedIds(store.getState()).flatMap((id) => byId.get(id) ?? []);
    const count = () => `${getDraftedIds(store.getState()).length} of ${SQUAD_SIZE}`;
    const notifyError = (message: string) => host.notify({ kind: 'error', message });
    /** Proposes armbands for a full squad, by form and then price. They can be changed by the user. */
    const completeArmbands = () => {
      const all = squad();
      if (all.length < SQUAD_SIZE) return;
      const merit = all.sort((a, b) => b.form - a.form || b.price - a.price).map(({ id }) => id);
      arrange((draft) => proposeArmbands(draft, merit, positions));
    };
    return {
      /** Adds a player and returns true, or notifies the user why the player cannot be added and returns false. */
      add(player: BuilderPlayer, place: Place = {}): boolean {
        const mates = squad().filter((mate) => mate.id !== place.replacing);
        const reason = squadRejection(player, mates);
        if (reason) {
          notifyError(reason.message);
          return false;
        }
        arrange((draft) => pickPlayer(draft, player.id, positions, place));
        completeArmbands();
        announce(`${player.web_name} added, ${count()} players`);
        return true;
      },
      /** Finds the players who could be replaced by a player whose position is full. */
      findReplaceable: (player: BuilderPlayer) => findReplaceable(player, squad()),
      remove(player: BuilderPlayer) {
        arrange((draft) => removePlayer(draft, player.id));
        announce(`${player.web_name} removed, ${count()} players`);
      },
      /** Completes the squad at random. On a full squad, replaces its earlier picks. */
      pickAtRandom() {
        const { draft, random_ids } = store.getState();
        const all = squad();
        const full = all.length >= SQUAD_SIZE;
        if (full && random_ids.length === 0)
          return notifyError('You chose all 15 players yourself. Remove some, or press Clear All.');
        const kept = full ? all.filter((player) => !random_ids.includes(player.id)) : all;
        // Unavailable players are picked only if no team is possible without them.
        const picked = completeSquad(kept, players.filter(canPlay)) ?? completeSquad(kept, players);
        if (!picked) return notifyError('No valid team is possible with these players. Remove some.');
        const added = picked
          .slice(kept.length)
          // Most expensive first, so that these fill the pitch before the bench.
          .sort((a, b) => b.price - a.price)
          .map(({ id }) => id);
        const earlier = full ? random_ids : [];
        const rest = earlier.reduce((left, id) => removePlayer(left, id), draft);
        const completed = added.reduce((next, id) => placePlayer(next, id, positions), rest);
        store.dispatch(
          draftActions.replaced({
            draft: fillFreeSlots(completed, positions),
            random_ids: [...(full ? [] : random_ids), ...added],
          }),
        );
        completeArmbands();
        announce(`Random Pick: ${count()} players`);
      },
      clear() {
        store.dispatch(draftActions.cleared());
        announce('All players removed');
      },
    };
  }, [host, store, byId, players, positions, announce, arrange]);
}

const canPlay = (player: BuilderPlayer) => describeFitness(player)?.kind !== 'out';

/** Completes `kept` from the pool to a valid squad that uses the budget, with `kept` first. Returns null if there is none. */
function completeSquad(
  kept: readonly BuilderPlayer[],
  pool: readonly BuilderPlayer[],
): BuilderPlayer[] | null {
  const squad = randomPick(kept, pool, Math.random);
  return squad && tradeUp(squad, kept.length, pool, Math.random);
}

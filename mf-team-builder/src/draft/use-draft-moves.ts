import { useHost } from '@touchline/host/host';
import { useStore } from '@touchline/host/redux';
import { randomPick, tradeUp } from '@touchline/rules/random-pick';
import { findReplaceable, SQUAD_SIZE, type SquadPlayer, squadRejection } from '@touchline/rules/squad';
import { useMemo } from 'react';
import { type BuilderPlayer, describeFitness } from '../football/builder-players.ts';
import { useBuilder } from './builder-context.tsx';
import { draftActions } from './draft-slice.ts';
import { draftedIds } from './draft-state.ts';
import type { DraftRoot } from './draft-store.ts';

interface Place {
  /** The preferred slot. */
  slot?: string | undefined;
  /** The player to remove in exchange. */
  replacing?: number | undefined;
}

/** Changes to the squad; refusals become notifications, successes are announced to screen readers. */
export function useDraftMoves() {
  const host = useHost();
  const store = useStore<DraftRoot>();
  const { byId, players, announce } = useBuilder();
  return useMemo(() => {
    const squad = () => draftedIds(store.getState().team).flatMap((id) => byId.get(id) ?? []);
    const count = () => `${draftedIds(store.getState().team).length} of ${SQUAD_SIZE}`;
    const refuse = (message: string) => host.notify({ kind: 'error', message });
    /** A full team has a captain: the best by form, then by price, until its owner chooses. */
    const propose = () => {
      const all = squad();
      if (all.length < SQUAD_SIZE) return;
      const merit = all.sort((a, b) => b.form - a.form || b.price - a.price).map(({ id }) => id);
      store.dispatch(draftActions.armbandsProposed(merit));
    };
    return {
      /** Adds a player, or says why that is not possible; returns whether he was added. */
      add(player: BuilderPlayer, { slot, replacing }: Place = {}): boolean {
        const mates = squad().filter((mate) => mate.id !== replacing);
        const reason = squadRejection(
          player.rules,
          mates.map((mate) => mate.rules),
        );
        if (reason) {
          refuse(reason.message);
          return false;
        }
        store.dispatch(
          draftActions.playerPicked({ id: player.id, position: player.position, slot, replacing }),
        );
        propose();
        announce(`${player.web_name} added, ${count()} players`);
        return true;
      },
      /** Who could make way for a player whose position is full. */
      findReplaceable(player: BuilderPlayer): BuilderPlayer[] {
        const leavers = findReplaceable(player.rules, squad().map(getRules));
        return leavers.flatMap(({ id }) => byId.get(id) ?? []);
      },
      remove(player: BuilderPlayer) {
        store.dispatch(draftActions.playerRemoved(player.id));
        announce(`${player.web_name} removed, ${count()} players`);
      },
      /** Completes the squad at random; on a full squad it replaces its earlier picks. */
      pickAtRandom() {
        const { random_ids } = store.getState().team;
        const all = squad();
        const full = all.length >= SQUAD_SIZE;
        if (full && random_ids.length === 0)
          return refuse('You chose all 15 players yourself. Remove some, or press Clear All.');
        const kept = full ? all.filter((player) => !random_ids.includes(player.id)) : all;
        // Unavailable players are picked only if no team is possible without them.
        const picked = completed(kept, players.filter(canPlay)) ?? completed(kept, players);
        if (!picked) return refuse('No valid team is possible with these players. Remove some.');
        const added = picked
          .slice(kept.length)
          // The most expensive first: they fill the pitch before the bench.
          .sort((a, b) => b.price - a.price)
          .map(({ id, position }) => ({ id, position }));
        store.dispatch(
          draftActions.squadCompleted({ keep: kept.map((player) => player.id), players: added }),
        );
        propose();
        announce(`Random Pick: ${count()} players`);
      },
      clear() {
        store.dispatch(draftActions.cleared());
        announce('All players removed');
      },
    };
  }, [host, store, byId, players, announce]);
}

const getRules = (player: BuilderPlayer) => player.rules;
const canPlay = (player: BuilderPlayer) => describeFitness(player)?.kind !== 'out';

/** A valid squad that completes `kept` from the pool and uses the budget, `kept` first; null if there is none. */
function completed(kept: readonly BuilderPlayer[], pool: readonly BuilderPlayer[]): SquadPlayer[] | null {
  const candidates = pool.map(getRules);
  const squad = randomPick(kept.map(getRules), candidates, Math.random);
  return squad && tradeUp(squad, kept.length, candidates, Math.random);
}

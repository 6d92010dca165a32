import { useHost } from '@touchline/host/host';
import { useStore } from '@touchline/host/redux';
import { randomPick, tradeUp } from '@touchline/rules/random-pick';
import { SQUAD_SIZE, type SquadPlayer, whyNotAddable } from '@touchline/rules/squad';
import { useMemo } from 'react';
import { type BuilderPlayer, fitness } from '../football/builder-players.ts';
import { useBuilder } from './builder-context.tsx';
import { draftActions } from './draft-slice.ts';
import { draftedIds } from './draft-state.ts';
import type { DraftRoot } from './draft-store.ts';

interface Place {
  /** Where he should stand. */
  slot?: string | undefined;
  /** Who leaves for him. */
  replacing?: number | undefined;
}

/** What can be done to the squad; refusals are told, successes announced. */
export function useDraftMoves() {
  const host = useHost();
  const store = useStore<DraftRoot>();
  const { byId, players, announce } = useBuilder();
  return useMemo(() => {
    const squad = () => draftedIds(store.getState().team).flatMap((id) => byId.get(id) ?? []);
    const count = () => `${draftedIds(store.getState().team).length} of ${SQUAD_SIZE}`;
    const refuse = (message: string) => host.notify({ kind: 'error', message });
    return {
      /** Adds a player, or says why he cannot be added; true when he was. */
      add(player: BuilderPlayer, { slot, replacing }: Place = {}): boolean {
        const mates = squad().filter((mate) => mate.id !== replacing);
        const reason = whyNotAddable(
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
        announce(`${player.web_name} added, ${count()} players`);
        return true;
      },
      remove(player: BuilderPlayer) {
        store.dispatch(draftActions.playerRemoved(player.id));
        announce(`${player.web_name} removed, ${count()} players`);
      },
      /** Completes the squad at random; a full one gets those whom chance chose chosen anew. */
      pickAtRandom() {
        const { random_ids } = store.getState().team;
        const all = squad();
        const full = all.length >= SQUAD_SIZE;
        if (full && random_ids.length === 0)
          return refuse('Your team has 15 players of your choice. Remove some, or press Clear All.');
        const kept = full ? all.filter((player) => !random_ids.includes(player.id)) : all;
        // Whoever is out scores nothing: he comes only where the others do not make a team.
        const picked = completed(kept, players.filter(canPlay)) ?? completed(kept, players);
        if (!picked) return refuse('No team within the rules can be made with these players. Remove some.');
        const newcomers = picked
          .slice(kept.length)
          // The dearer ones first: they take the places on the pitch.
          .sort((a, b) => b.price - a.price)
          .map(({ id, position }) => ({ id, position }));
        store.dispatch(
          draftActions.squadCompleted({ keep: kept.map((player) => player.id), players: newcomers }),
        );
        announce(`Random Pick: ${count()} players`);
      },
      clear() {
        store.dispatch(draftActions.cleared());
        announce('Squad and pitch are empty');
      },
    };
  }, [host, store, byId, players, announce]);
}

const rulesOf = (player: BuilderPlayer) => player.rules;
const canPlay = (player: BuilderPlayer) => fitness(player)?.kind !== 'out';

/** A legal squad of these players and some of the pool that uses its budget, `kept` first; null when there is none. */
function completed(kept: readonly BuilderPlayer[], pool: readonly BuilderPlayer[]): SquadPlayer[] | null {
  const candidates = pool.map(rulesOf);
  const squad = randomPick(kept.map(rulesOf), candidates, Math.random);
  return squad && tradeUp(squad, kept.length, candidates, Math.random);
}

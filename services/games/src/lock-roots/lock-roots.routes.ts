import { lineupProof, lockRoots, receiptKeys } from '@touchline/api/http/seals';
import { toInstant } from '@touchline/api/values';
import { type Routes, route } from '@touchline/service-kit/http/route';
import { requireGame } from '../games/games.ts';
import type { GamesContext } from '../games/games-context.ts';
import { readLockRoots } from './lock-roots.store.ts';
import { proveLineup, toWireRoot } from './proof.ts';

export function lockRootRoutes(routes: Routes, deps: GamesContext): void {
  route(routes, receiptKeys, async () => ({ keys: [deps.seals.publicKey] }));

  route(routes, lockRoots, async ({ params: { id } }) => {
    const game = await requireGame(deps.db, id);
    const roots = await readLockRoots(deps.db, game.id);
    return {
      roots: roots.map((root) => ({ ...toWireRoot(root), computed_at: toInstant(root.computed_at) })),
    };
  });

  route(routes, lineupProof, ({ params: { id }, query: { gameweek } }) =>
    proveLineup(deps, id, gameweek === undefined ? null : Number(gameweek)),
  );
}

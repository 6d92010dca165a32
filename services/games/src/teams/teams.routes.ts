import {
  getParticipation,
  myParticipation,
  myParticipations,
  renameTeam as renameTeamEndpoint,
} from '@touchline/api/http/entries';
import { managerHistory } from '@touchline/api/http/history';
import { teamCard } from '@touchline/api/http/leaderboard';
import { publicLineup, saveLineup as saveLineupEndpoint } from '@touchline/api/http/lineups';
import { myReceipts } from '@touchline/api/http/seals';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { GamesContext } from '../games/games-context.ts';
import { findDetails } from './details.ts';
import { findHistory } from './history.ts';
import { findParticipation, findParticipations, type TeamDeps } from './participations.ts';
import { findPublicLineup } from './public-lineup.ts';
import { buildReceipt, findReceipts } from './receipts.ts';
import { renameTeam } from './rename-team.ts';
import { createLineupSaves } from './save-lineup.ts';
import { findTeamCard } from './team-card.ts';

export function teamRoutes(routes: Routes, deps: TeamDeps & GamesContext): void {
  const saveLineup = createLineupSaves(deps);

  route(routes, myParticipation, async ({ params, user }) => ({
    participation: await findParticipation(deps, params.id, user.wallet_address),
  }));

  // `realtime` has no effect: the caller's own writes are visible immediately, other writes within a second.
  route(routes, myParticipations, async ({ user }) => ({
    participations: await findParticipations(deps, user.wallet_address),
  }));

  route(routes, getParticipation, async ({ params, user }) => ({
    participation: await findDetails(deps, params.id, user.wallet_address),
  }));

  route(routes, saveLineupEndpoint, async ({ params, body, user }) => {
    const { entry, counted, signed, ...saved } = await saveLineup(params.id, user.wallet_address, body);
    return { ...saved, receipt: await buildReceipt(deps, entry, counted, signed) };
  });

  route(routes, myReceipts, async ({ params, user }) => ({
    receipts: await findReceipts(deps, params.id, user.wallet_address),
  }));

  route(routes, renameTeamEndpoint, ({ params, body, user }) =>
    renameTeam(deps, params.id, user.wallet_address, body.team_name),
  );

  route(routes, teamCard, ({ params }) => findTeamCard(deps, params.id));

  route(routes, managerHistory, async ({ params }) => ({ teams: await findHistory(deps, params.wallet) }));

  route(routes, publicLineup, ({ params }) => findPublicLineup(deps, params.id, params.participation_id));
}

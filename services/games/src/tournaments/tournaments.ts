import type { Actor } from '@touchline/api/admin-values';
import { footballDataUnavailable } from '@touchline/api/errors';
import { gameChanged } from '@touchline/api/events/games';
import type { createTournament as createTournamentEndpoint } from '@touchline/api/http/games';
import { tokensToWei } from '@touchline/rules/tokens';
import { recordAdminChange } from '@touchline/service-kit/administration/admin-changes';
import { validationError } from '@touchline/service-kit/http/validate';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { z } from 'zod';
import type { StoredGame } from '../games/game.ts';
import { findGame, insertGame } from '../games/games.store.ts';
import type { GamesContext } from '../games/games-context.ts';
import type { NewGameTerms } from '../games/games-job.ts';
import { planTournament } from './tournament-plan.ts';

export type TournamentDeps = Pick<GamesContext, 'db' | 'seasons' | 'calendar' | 'now'> &
  Pick<NewGameTerms, 'plans'>;

/**
 * Creates a tournament and its audit record. The request's `end_time` is the join deadline; the tournament ends after its last
 * match.
 * @throws TouchlineError VALIDATION_FAILED naming start_time or end_time
 */
export async function createTournament(
  { db, seasons, calendar, plans, now }: TournamentDeps,
  by: Actor,
  request: z.output<NonNullable<typeof createTournamentEndpoint.body>>,
): Promise<StoredGame> {
  const season = await seasons.getCurrent();
  if (!season) throw footballDataUnavailable();
  const { name, entry_fee } = request;
  const times = { start: Date.parse(request.start_time), join_deadline: Date.parse(request.end_time) };
  const plan = planTournament(season, { name, entry_fee, ...times }, now(), calendar);
  if ('invalid' in plan) throw validationError([plan.invalid]);
  // Weekly games are free.
  const { eligibility } = tokensToWei(entry_fee) > 0n ? plans.TOURNAMENT : plans.WEEKLY;
  const prizes = { ...plans.TOURNAMENT, eligibility };
  const id = await db.transaction(async (trx) => {
    const created = await insertGame(trx, season.id, plan.game, prizes, now());
    await writeOutbox(trx, gameChanged, { game_id: created! });
    const change = { owner: 'games', action: 'GAME_CREATED', subject: created!, wallet: null } as const;
    const after = { name, entry_fee, start_time: request.start_time, end_time: request.end_time };
    await recordAdminChange(trx, by, { ...change, before: {}, after }, now());
    return created!;
  });
  return (await findGame(db, id))!;
}

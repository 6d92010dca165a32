import { leagueOwnership, leagueRecap, leagueTable } from '@touchline/api/http/league-tables';
import {
  createLeague,
  editLeague,
  editLeagueMember,
  getLeague,
  joinLeague,
  liftLeagueBan,
  type MyLeague,
  myLeagues,
  removeLeagueMember,
  rotateLeagueCode,
} from '@touchline/api/http/leagues';
import type { GamesApp } from './games-app.ts';

export type LeagueSteps = ReturnType<typeof createLeagueSteps>;

/** Steps of tests of leagues, as requests of players. @param app is complete once a test runs */
export function createLeagueSteps(app: GamesApp) {
  let leagues = 0;
  return {
    async create(who: string, game_id: string, fields: object = {}) {
      leagues += 1;
      const body = { game_id, name: `League ${leagues}`, kind: 'CLASSIC' as const, ...fields };
      return (await app.as(who).request(createLeague, { body })).league;
    },
    join: async (who: string, code: string | null) =>
      (await app.as(who).request(joinLeague, { body: { code: code! } })).league,
    get: async (who: string, id: string) => (await app.as(who).request(getLeague, { params: { id } })).league,
    edit: async (who: string, id: string, body: object) =>
      (await app.as(who).request(editLeague, { params: { id }, body })).league,
    remove: (who: string, id: string, member: string, ban?: 'true') =>
      app.as(who).request(removeLeagueMember, { params: { id, wallet: member }, query: ban ? { ban } : {} }),
    setCoAdmin: async (who: string, id: string, member: string, co_admin: boolean) =>
      (await app.as(who).request(editLeagueMember, { params: { id, wallet: member }, body: { co_admin } }))
        .league,
    liftBan: async (who: string, id: string, member: string) =>
      (await app.as(who).request(liftLeagueBan, { params: { id, wallet: member } })).league,
    rotate: async (who: string, id: string) =>
      (await app.as(who).request(rotateLeagueCode, { params: { id } })).code,
    mine: async (who: string): Promise<MyLeague[]> =>
      (await app.as(who).request(myLeagues, { query: {} })).leagues,
    table: (who: string, id: string, query: Record<string, string> = {}) =>
      app.as(who).request(leagueTable, { params: { id }, query }),
    ownership: (who: string, id: string) => app.as(who).request(leagueOwnership, { params: { id } }),
    recap: async (who: string, id: string) =>
      (await app.as(who).request(leagueRecap, { params: { id } })).recap,
  };
}

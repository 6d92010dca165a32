import { TouchlineError } from '@touchline/api/errors';
import {
  leagueDrawData,
  leagueFixtures,
  leagueManager,
  leagueOwnership,
  leagueRecap,
  leagueTable,
} from '@touchline/api/http/league-tables';
import {
  createLeague,
  editLeague,
  editLeagueMember,
  findInvitation,
  getLeague,
  getSupportedClub,
  joinLeague,
  type League,
  liftLeagueBan,
  myLeagues,
  removeLeagueMember,
  rotateLeagueCode,
  setSupportedClub,
} from '@touchline/api/http/leagues';
import { toInstant } from '@touchline/api/values';
import { type Routes, route } from '@touchline/service-kit/http/route';
import { readInputsByDigest } from '../settlement/gameweek-inputs.ts';
import { requireOwnLeague } from './access.ts';
import { findSupportedClub, storeSupportedClub } from './automatic.ts';
import { createCreate } from './create-league.ts';
import { edit, liftBan, rotateCode, setCoAdmin } from './edit-league.ts';
import { compareGameweeks, listFixtures, listMatchesBetween } from './fixtures.ts';
import { createJoin, findInvited } from './join-league.ts';
import { canManage, isAutomatic, type OwnLeague, toInvitation, toWireLeague } from './league.ts';
import { createRows, toLeagueRow } from './league-rows.ts';
import { createTables, type GetTable } from './league-table.ts';
import { type LeaguesContext, readTime } from './leagues-context.ts';
import { removeMember } from './leave-league.ts';
import { findBans } from './members.store.ts';
import { listMyLeagues } from './my-leagues.ts';
import { createOwnership } from './ownership.ts';
import { createRecaps } from './recap.ts';

export function leagueRoutes(routes: Routes, context: LeaguesContext): void {
  const getTable = createTables(context);
  membershipRoutes(routes, context);
  clubRoutes(routes, context);
  leagueListRoutes(routes, context, getTable);
  tableRoutes(routes, context, getTable);
}

function membershipRoutes(routes: Routes, context: LeaguesContext): void {
  const create = createCreate(context);
  const join = createJoin(context);

  route(routes, createLeague, async ({ body, user: { wallet_address: wallet } }) => ({
    league: await describe(context, await create(wallet, body), wallet),
  }));

  route(routes, findInvitation, async ({ params: { code } }) => {
    const { league, time } = await findInvited(context, code);
    return { invitation: toInvitation(league, time) };
  });

  route(routes, joinLeague, async ({ body: { code }, user: { wallet_address: wallet } }) => ({
    league: await describe(context, await join(wallet, code), wallet),
  }));

  route(routes, editLeague, async ({ params: { id }, body, user: { wallet_address: wallet } }) => {
    await edit(context, id, wallet, body);
    return { league: await reread(context, id, wallet) };
  });

  route(routes, rotateLeagueCode, async ({ params: { id }, user: { wallet_address: wallet } }) => ({
    code: await rotateCode(context, id, wallet),
  }));

  route(routes, removeLeagueMember, async ({ params, query: { ban }, user: { wallet_address: wallet } }) => ({
    members: await removeMember(context, params.id, wallet, params.wallet, ban),
  }));

  route(routes, editLeagueMember, async ({ params, body, user: { wallet_address: wallet } }) => {
    await setCoAdmin(context, params.id, wallet, params.wallet, body.co_admin);
    return { league: await reread(context, params.id, wallet) };
  });

  route(routes, liftLeagueBan, async ({ params, user: { wallet_address: wallet } }) => {
    await liftBan(context, params.id, wallet, params.wallet);
    return { league: await reread(context, params.id, wallet) };
  });
}

function clubRoutes(routes: Routes, { db }: LeaguesContext): void {
  route(routes, getSupportedClub, async ({ user: { wallet_address: wallet } }) => ({
    club: await findSupportedClub(db, wallet),
  }));

  route(routes, setSupportedClub, async ({ body: { club }, user: { wallet_address: wallet } }) => {
    await storeSupportedClub(db, wallet, club);
    return { club };
  });
}

function leagueListRoutes(routes: Routes, context: LeaguesContext, getTable: GetTable): void {
  route(routes, myLeagues, async ({ query: { game_id = null }, user: { wallet_address: wallet } }) => ({
    leagues: await listMyLeagues(context, getTable, wallet, game_id),
  }));

  route(routes, getLeague, async ({ params: { id }, user: { wallet_address: wallet } }) => {
    const league = await requireOwnLeague(context, id, wallet);
    const members = isAutomatic(league) ? (await getTable(league)).total : league.members;
    return { league: await describe(context, { ...league, members }, wallet) };
  });
}

function tableRoutes(routes: Routes, context: LeaguesContext, getTable: GetTable): void {
  const getRows = createRows();
  const countOwnership = createOwnership();
  const getRecap = createRecaps();
  const openTable = async (id: string, wallet: string) => {
    const league = await requireOwnLeague(context, id, wallet);
    return { league, table: await getTable(league) };
  };

  route(routes, leagueTable, async ({ params, query: { limit, page }, user: { wallet_address: wallet } }) => {
    const { table } = await openTable(params.id, wallet);
    const { standings } = table;
    const me = table.find(wallet);
    return {
      rows: await getRows(table, (page - 1) * limit, limit),
      total: table.total,
      me: me && toLeagueRow(standings, me, 'owner'),
      gameweek: standings.summary.gameweek,
      updated_at: toInstant(standings.summary.computed_at),
    };
  });

  route(routes, leagueOwnership, async ({ params, user }) =>
    countOwnership((await openTable(params.id, user.wallet_address)).table),
  );

  route(routes, leagueFixtures, async ({ params, query, user }) => {
    const league = await requireOwnLeague(context, params.id, user.wallet_address);
    const standings = await context.standings.getForRead(league.game_id);
    return listFixtures(context, league, standings, query);
  });

  route(routes, leagueDrawData, async ({ params, user }) => {
    const { draw } = await requireOwnLeague(context, params.id, user.wallet_address);
    const data = draw && (await readInputsByDigest(context.db, draw.data_hash));
    if (!data) throw new TouchlineError('NOT_FOUND', 'This league is not drawn yet.');
    return data;
  });

  route(routes, leagueManager, async ({ params, user: { wallet_address: wallet } }) => {
    const { league, table } = await openTable(params.id, wallet);
    const member = table.find(params.wallet);
    if (!member) throw new TouchlineError('NOT_FOUND', 'This user is not in the league.');
    const viewer = params.wallet === wallet ? 'owner' : 'public';
    return {
      row: toLeagueRow(table.standings, member, viewer),
      gameweeks: compareGameweeks(table, league, member, table.find(wallet)),
      matches: await listMatchesBetween(context, table, [wallet, params.wallet]),
    };
  });

  route(routes, leagueRecap, async ({ params, user: { wallet_address: wallet } }) => {
    const { table } = await openTable(params.id, wallet);
    return { recap: await getRecap(table, wallet) };
  });
}

/** Reads a league after a change of it. */
async function reread(context: LeaguesContext, id: string, wallet: string): Promise<League> {
  return describe(context, await requireOwnLeague(context, id, wallet), wallet);
}

async function describe(context: LeaguesContext, league: OwnLeague, wallet: string): Promise<League> {
  const banned = canManage(league, wallet) ? await findBans(context.db, league.id) : [];
  return toWireLeague(league, await readTime(context, league.game_id), wallet, banned);
}

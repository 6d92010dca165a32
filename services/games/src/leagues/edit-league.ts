import { TouchlineError } from '@touchline/api/errors';
import { type editLeague, MAX_CO_ADMINS } from '@touchline/api/http/leagues';
import { validationError } from '@touchline/service-kit/http/validate';
import type { Knex } from 'knex';
import type { z } from 'zod/mini';
import { changeManagedLeague } from './access.ts';
import { assertName, assertSettings } from './create-league.ts';
import { hasLeagueStarted, isClosed, isFinished, type StoredLeague } from './league.ts';
import { findLeaguesOfWallet, replaceCode, updateLeague, updateManagers } from './leagues.store.ts';
import type { LeaguesContext } from './leagues-context.ts';
import { deleteBan, findMembers, replaceBans } from './members.store.ts';

type Changes = z.output<NonNullable<typeof editLeague.body>>;

/**
 * Changes a league for its owner or a co-admin.
 * @throws TouchlineError NOT_FOUND, FORBIDDEN, NAME_TAKEN, LEAGUE_STARTED, VALIDATION_FAILED
 */
export async function edit(
  context: LeaguesContext,
  id: string,
  wallet: string,
  changes: Changes,
): Promise<void> {
  await changeManagedLeague(context, id, wallet, async (trx, league, time) => {
    const { name = league.name, co_admins = league.co_admins } = changes;
    if (name !== league.name)
      assertName(
        name,
        (await findLeaguesOfWallet(trx, wallet, league.game_id)).flatMap((each) =>
          each.id === id ? [] : [each.name],
        ),
      );
    // The order counts: the first co-admin succeeds the owner.
    if (co_admins.join() !== league.co_admins.join()) await assertCoAdmins(trx, league, wallet, co_admins);
    const {
      start_gameweek = league.start_gameweek,
      uses_coefficient = league.uses_coefficient,
      knock_out_gameweeks = league.knock_out_gameweeks,
    } = changes;
    const settings = { start_gameweek, uses_coefficient, knock_out_gameweeks };
    if (Object.entries(settings).some(([field, value]) => league[field as keyof typeof settings] !== value)) {
      if (hasLeagueStarted(league, time) || isFinished(league, time))
        throw new TouchlineError(
          'LEAGUE_STARTED',
          'The league has started or is over, so its settings can’t change. You can still change its name.',
        );
      assertSettings({ kind: league.kind, ...settings }, time);
    }
    await updateLeague(trx, id, { name, co_admins: [...new Set(co_admins)], ...settings });
    if (changes.banned) await replaceBans(trx, id, await checkBans(trx, league, changes.banned));
  });
}

/**
 * Gives a member the rights of a co-admin, as the last in the succession, or takes them. Repeating a change has no effect.
 * @throws TouchlineError NOT_FOUND, FORBIDDEN, VALIDATION_FAILED with too many co-admins
 */
export async function setCoAdmin(
  context: LeaguesContext,
  id: string,
  wallet: string,
  member: string,
  isCoAdmin: boolean,
): Promise<void> {
  await changeManagedLeague(context, id, wallet, async (trx, league) => {
    const { owner, co_admins } = league;
    assertOwner(league, wallet);
    if (co_admins.includes(member) === isCoAdmin) return;
    if (isCoAdmin) await assertMayBeCoAdmin(trx, league, member);
    const changed = isCoAdmin ? [...co_admins, member] : co_admins.filter((each) => each !== member);
    await updateManagers(trx, { id, owner, co_admins: changed });
  });
}

/** Lets a banned wallet join again. @throws TouchlineError NOT_FOUND, FORBIDDEN */
export async function liftBan(
  context: LeaguesContext,
  id: string,
  wallet: string,
  banned: string,
): Promise<void> {
  await changeManagedLeague(context, id, wallet, (trx) => deleteBan(trx, id, banned));
}

/** Replaces the code of a league. @throws TouchlineError NOT_FOUND, FORBIDDEN, LEAGUE_STARTED */
export async function rotateCode(context: LeaguesContext, id: string, wallet: string): Promise<string> {
  return changeManagedLeague(context, id, wallet, async (trx, league, time) => {
    if (isClosed(league, time) || isFinished(league, time))
      throw new TouchlineError('LEAGUE_STARTED', 'This league no longer accepts members.');
    return replaceCode(trx, id);
  });
}

function assertOwner({ owner }: StoredLeague, wallet: string): void {
  if (wallet !== owner) throw new TouchlineError('FORBIDDEN', 'Only the owner can name co-admins.');
}

async function assertMayBeCoAdmin(
  trx: Knex.Transaction,
  { id, owner, co_admins }: StoredLeague,
  member: string,
): Promise<void> {
  if (member === owner) throw new TouchlineError('FORBIDDEN', 'The owner can’t be a co-admin.');
  if ((await findMembers(trx, id, { among: [member] })).length === 0)
    throw new TouchlineError('NOT_FOUND', 'This user is not in the league.');
  if (co_admins.length >= MAX_CO_ADMINS)
    throw new TouchlineError(
      'VALIDATION_FAILED',
      `A league has at most ${MAX_CO_ADMINS} co-admins. Remove one of them first.`,
    );
}

async function assertCoAdmins(
  trx: Knex.Transaction,
  league: StoredLeague,
  wallet: string,
  coAdmins: readonly string[],
): Promise<void> {
  const { id, owner } = league;
  assertOwner(league, wallet);
  const members = new Set(await findMembers(trx, id, { among: coAdmins }));
  rejectWallets(
    'co_admins',
    coAdmins,
    (each) => !members.has(each) || each === owner,
    'must be another member',
  );
}

async function checkBans(
  trx: Knex.Transaction,
  { id }: StoredLeague,
  banned: readonly string[],
): Promise<readonly string[]> {
  const members = new Set(await findMembers(trx, id, { among: banned }));
  rejectWallets('banned', banned, (each) => members.has(each), 'is a member: remove them first');
  return banned;
}

function rejectWallets(
  field: string,
  wallets: readonly string[],
  isWrong: (wallet: string) => boolean,
  message: string,
): void {
  const details = wallets.flatMap((each, place) =>
    isWrong(each) ? [{ path: `${field}.${place}`, message }] : [],
  );
  if (details.length > 0) throw validationError(details);
}

import { TouchlineError } from '@touchline/api/errors';
import type { Knex } from 'knex';
import { isOurs, nicknameKey } from './nickname-key.ts';
import { storeNickname } from './users.store.ts';

/**
 * Gives a user a nickname, or none.
 * @throws TouchlineError NAME_TAKEN when another user has it, or one that looks like it
 */
export async function chooseNickname(db: Knex, wallet: string, nickname: string | null): Promise<void> {
  if (nickname === null) return void (await storeNickname(db, wallet, null));
  // Signs of other scripts alone may leave nothing to compare: then the name is its own key.
  const key = nicknameKey(nickname) || nickname;
  if (isOurs(key)) throw taken('is reserved');
  if (!(await storeNickname(db, wallet, { nickname, nickname_key: key })))
    throw taken('is taken, or looks like a name that is');
}

const taken = (message: string) =>
  new TouchlineError('NAME_TAKEN', `This nickname ${message}.`, { details: [{ path: 'nickname', message }] });

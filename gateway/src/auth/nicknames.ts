import { TouchlineError } from '@touchline/api/errors';
import { buildNameKey, isReservedName } from '@touchline/api/name-key';
import type { Knex } from 'knex';
import { storeNickname } from './users.store.ts';

/**
 * Sets or removes the nickname of a user.
 * @throws TouchlineError NAME_TAKEN when it is reserved, or another user has it or one that looks like it
 */
export async function chooseNickname(db: Knex, wallet: string, nickname: string | null): Promise<void> {
  if (nickname === null) return void (await storeNickname(db, wallet, null));
  // A name without any letter or digit to compare has an empty key: then the name itself is the key.
  const key = buildNameKey(nickname) || nickname;
  if (isReservedName(key)) throw nameTaken('is reserved');
  if (!(await storeNickname(db, wallet, { nickname, nickname_key: key })))
    throw nameTaken('is taken, or looks like a name that is');
}

const nameTaken = (message: string) =>
  new TouchlineError('NAME_TAKEN', `This nickname ${message}.`, { details: [{ path: 'nickname', message }] });

import { createHmac, timingSafeEqual } from 'node:crypto';
import { TouchlineError } from '@touchline/api/errors';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import { addHistory } from './remote-history.store.ts';

/** Remote, service or ALL_REMOTES, and number of a valid token. */
export interface TokenHolder {
  remote: string;
  /** Number of the token. Replacing a token increments it; only the last one is valid. */
  number: number;
}

/** Tokens of remotes, of services and of the deployment. Tokens are not stored, only the number of the last one after a replacement. */
export type ReleaseTokens = ReturnType<typeof createReleaseTokens>;

/** `secret` is undefined while publishing is disabled: every token is then unknown. */
export function createReleaseTokens(db: Knex, secret: string | undefined) {
  return {
    /** Returns the holder of the request's token. @throws TouchlineError TOKEN_MISSING, TOKEN_INVALID */
    async requireHolder(ctx: Context): Promise<TokenHolder> {
      const header = ctx.get('authorization');
      if (header === '')
        throw new TouchlineError('TOKEN_MISSING', 'This requires the token of a remote or service.');
      const holder = parseReleaseToken(secret, readBearerToken(header));
      if (holder === null) throw unknownToken();
      const row = await db('remote_tokens').where({ name: holder.remote }).first('number');
      const valid: number = row?.number ?? 1;
      if (holder.number !== valid) throw replacedToken(valid);
      return holder;
    },
    /** Creates a new token for a remote, a service or ALL_REMOTES and invalidates the previous one. */
    replace: (name: string, by: string, at: Date) =>
      db.transaction(async (trx) => {
        const [{ number }] = await trx('remote_tokens')
          .insert({ name, number: 2 })
          .onConflict('name')
          .merge({ number: trx.raw('remote_tokens.number + 1') })
          .returning('number');
        const detail = `token ${number}`;
        await addHistory(trx, { name, action: 'TOKEN_REPLACED', version: null, detail, by, at });
        return { token: signReleaseToken(secret ?? '', name, number), number };
      }),
  };
}

const unknownToken = () =>
  new TouchlineError(
    'TOKEN_INVALID',
    'This gateway does not know this token. Nothing was changed. Ask the operator for the token of your remote or service.',
  );

/** The holder of RELEASE_SECRET signs the valid token with the number in the details; it is useless without the secret. */
const replacedToken = (number: number) =>
  new TouchlineError(
    'TOKEN_INVALID',
    'This token has been replaced. Nothing was changed. Ask the operator for the current one.',
    { details: [{ path: 'number', message: String(number) }] },
  );

/**
 * Signs the token of a remote or service: first `<name>.<signature>`, then `<name>.<number>.<signature>`. The secret suffices to create a
 * token for any of them, without the database.
 */
export function signReleaseToken(secret: string, name: string, number = 1): string {
  const subject = number === 1 ? [name] : [name, String(number)];
  const signature = createHmac('sha256', secret)
    .update(['publish', ...subject].join(' '))
    .digest('base64url');
  return [...subject, signature].join('.');
}

/** Parses a token; null if its signature is invalid. Does not check whether it has been replaced. */
function parseReleaseToken(secret: string | undefined, token: string | null): TokenHolder | null {
  if (!secret || !token) return null;
  const parts = token.split('.');
  const [name = '', middle] = parts;
  const number = parts.length === 3 && /^[2-9]$|^[1-9]\d{1,5}$/.test(middle ?? '') ? Number(middle) : 1;
  const [actual, expected] = [Buffer.from(token), Buffer.from(signReleaseToken(secret, name, number))];
  return actual.length === expected.length && timingSafeEqual(actual, expected)
    ? { remote: name, number }
    : null;
}

/** Reads the token of `Authorization: Bearer …`. */
const readBearerToken = (header: string): string | null => /^Bearer (\S{1,200})$/i.exec(header)?.[1] ?? null;

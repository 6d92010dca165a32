import { TouchlineError } from '@touchline/api/errors';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import { parseReleaseToken, readBearerToken, signReleaseToken, type TokenHolder } from './release-token.ts';
import { addHistory } from './remote-history.store.ts';

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

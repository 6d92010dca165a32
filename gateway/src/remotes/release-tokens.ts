import { TouchlineError } from '@touchline/api/errors';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import {
  ALL_REMOTES,
  parseReleaseToken,
  readBearerToken,
  signReleaseToken,
  type TokenHolder,
} from './release-token.ts';
import { addHistory } from './remote-history.store.ts';

/** Release tokens of the teams. Tokens are not stored, only the number of the last token of a remote after a replacement. */
export interface ReleaseTokens {
  /** Returns the holder of the request's token; null without a valid token. */
  findHolder(ctx: Context): Promise<TokenHolder | null>;
  /** Creates a new token for a remote and invalidates the previous one. */
  replace(name: string, by: string, at: Date): Promise<{ token: string; number: number }>;
}

export function createReleaseTokens(db: Knex, secret: string | undefined): ReleaseTokens {
  return {
    async findHolder(ctx) {
      const holder = parseReleaseToken(secret, readBearerToken(ctx.get('authorization')));
      if (holder === null || holder.remote === ALL_REMOTES) return holder?.number === 1 ? holder : null;
      const row = await db('remote_tokens').where({ name: holder.remote }).first('number');
      return holder.number === (row?.number ?? 1) ? holder : null;
    },
    replace: (name, by, at) =>
      db.transaction(async (trx) => {
        if (!secret)
          throw new TouchlineError(
            'FORBIDDEN',
            'Publishing is disabled: this gateway has no RELEASE_SECRET.',
          );
        const [{ number }] = await trx('remote_tokens')
          .insert({ name, number: 2 })
          .onConflict('name')
          .merge({ number: trx.raw('remote_tokens.number + 1') })
          .returning('number');
        await addHistory(trx, {
          name,
          action: 'TOKEN_REPLACED',
          version: null,
          detail: `token ${number}`,
          by,
          at,
        });
        return { token: signReleaseToken(secret, name, number), number };
      }),
  };
}

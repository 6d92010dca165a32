import { TouchlineError } from '@touchline/api/errors';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import { ALL_REMOTES, parseReleaseToken, signReleaseToken, type TokenHolder, readBearerToken } from './release-token.ts';
import { addHistory } from './remote-history.store.ts';

/** The tokens of the teams, none of which is stored: only the number of the last one of a remote whose token was replaced. */
export interface ReleaseTokens {
  /** Whose valid token the request carries; null without one. */
  findHolder(ctx: Context): Promise<TokenHolder | null>;
  /** A new token of a remote; the one before is refused from now on. */
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
        if (!secret) throw new TouchlineError('FORBIDDEN', 'This gateway has no secret to sign tokens with.');
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

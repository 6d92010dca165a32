import type { Actor } from '@touchline/api/admin-values';
import type { User } from '@touchline/service-kit/auth';
import type { Context } from 'koa';

/** On whose behalf an owner is asked: the administrator of this call, its request id and his reason. */
export const buildActor = (user: User, ctx: Context, reason: string): Actor => ({
  admin: user.wallet_address,
  request_id: String(ctx.state.requestId),
  reason,
});

/** The query of a table as its owner is asked for it. */
export const buildListRequest = <Column extends string>(query: {
  page: number;
  limit: number;
  sortBy: Column;
  sortOrder: 'asc' | 'desc';
  search?: string | undefined;
}) => ({
  page: query.page,
  limit: query.limit,
  sort_by: query.sortBy,
  sort_order: query.sortOrder,
  search: query.search ?? '',
});

/** Sets the ETag of an object and returns it. */
export function withEtag<T extends { version: string }>(ctx: Context, object: T): T {
  ctx.set('ETag', `"${object.version}"`);
  return object;
}

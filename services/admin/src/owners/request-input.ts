import type { Actor } from '@touchline/api/admin-values';
import type { User } from '@touchline/service-kit/http/auth';
import type { Context } from 'koa';

/** Builds the actor of a change: the administrator, the request id and the reason. */
export const buildActor = (user: User, ctx: Context, reason: string): Actor => ({
  admin: user.wallet_address,
  request_id: String(ctx.state.requestId),
  reason,
});

/** Converts the query of a list to the input of the owner's request. */
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

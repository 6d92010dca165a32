import { z } from 'zod/mini';
import { config } from './http/config.ts';
import { remote } from './http/remotes.ts';

/** Id of the element of index.html that contains the page data as JSON. */
export const PAGE_DATA_ID = 'page-data';

/**
 * Data that the gateway embeds in index.html, so that the shell starts without API requests: the responses of `/config` and,
 * for guests, `/remotes`. Null means that the gateway could not provide it; the shell then requests it.
 */
export const pageData = z.object({ config: z.nullable(config.data), remotes: z.nullable(z.array(remote)) });
export type PageData = z.infer<typeof pageData>;

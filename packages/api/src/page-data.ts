import { z } from 'zod/mini';
import { config } from './http/config.ts';
import { remote } from './http/remotes.ts';

/** The id of the element of index.html that carries the page data as JSON. */
export const PAGE_DATA_ID = 'page-data';

/**
 * What the gateway writes into index.html, so that the shell starts without asking: the answers of `/config` and, for a guest,
 * of `/remotes`. Null is what the gateway did not know at that moment; the shell then asks.
 */
export const pageData = z.object({ config: z.nullable(config.data), remotes: z.nullable(z.array(remote)) });
export type PageData = z.infer<typeof pageData>;

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { Agent, type Dispatcher, request } from 'undici';
import { FeedError } from './feed-error.ts';

const unzip = promisify(gunzip);

export interface FeedClientOptions {
  /** E.g. https://fantasy.premierleague.com/api; a trailing slash is ignored. */
  baseUrl: string;
  /** Limit from the request to the last byte (default 10 s). */
  timeoutMs?: number;
  /** Maximum size of a response after decompression (default 24 MB). */
  maxBytes?: number;
}

export interface FeedClient {
  /**
   * Fetches a resource. Returns the last accepted response, the same object, when the feed has not changed it.
   * @throws FeedError network, timeout, status, size
   */
  get(resource: string, path: string, signal: AbortSignal): Promise<FeedResponse>;
  close(): Promise<void>;
}

export interface FeedResponse {
  text: string;
  /** Makes later requests conditional on this response. Call it only for valid responses. */
  accept(): void;
}

interface Accepted {
  response: FeedResponse;
  etag: string | undefined;
  lastModified: string | undefined;
}

const USER_AGENT = 'Touchline/0.1 (fantasy football relay; polls gently)';

/**
 * Bootstrap, fixtures, and more live lists than gameweeks that run concurrently, which are two when a match is moved. Limited,
 * because each list takes megabytes.
 */
const MAX_ACCEPTED = 6;

/** HTTP client of the feed: conditional requests, no redirects, no cookies. */
export function createFeedClient(options: FeedClientOptions): FeedClient {
  const base = options.baseUrl.replace(/\/+$/, '');
  const maxBytes = options.maxBytes ?? 24_000_000;
  const timeoutMs = options.timeoutMs ?? 10_000;
  const agent = new Agent({ connections: 2, connect: { timeout: timeoutMs }, keepAliveTimeout: 30_000 });
  const accepted = new LRUCache<string, Accepted>({ max: MAX_ACCEPTED });

  async function fetchOnce(resource: string, path: string, signal: AbortSignal): Promise<FeedResponse> {
    const previous = accepted.get(path);
    const response = await request(`${base}${path}`, {
      dispatcher: agent,
      signal,
      headers: {
        'user-agent': USER_AGENT,
        accept: 'application/json',
        'accept-encoding': 'gzip',
        ...(previous?.etag ? { 'if-none-match': previous.etag } : {}),
        ...(previous?.lastModified ? { 'if-modified-since': previous.lastModified } : {}),
      },
    });
    if (response.statusCode === 304 && previous) {
      await response.body.dump();
      return previous.response;
    }
    if (response.statusCode !== 200) {
      await response.body.dump({ limit: 16_384, signal }).catch(() => {});
      const wait = parseRetryAfter(readHeader(response, 'retry-after'), Date.now());
      throw new FeedError('status', resource, `returned status ${response.statusCode}`, undefined, wait);
    }
    const text = await readText(resource, response, maxBytes);
    if (previous?.response.text === text) return previous.response;
    const etag = readHeader(response, 'etag');
    const lastModified = readHeader(response, 'last-modified');
    const result: FeedResponse = {
      text,
      accept: () => accepted.set(path, { response: result, etag, lastModified }),
    };
    return result;
  }

  return {
    async get(resource, path, signal) {
      const limit = AbortSignal.timeout(timeoutMs);
      try {
        return await fetchOnce(resource, path, AbortSignal.any([signal, limit]));
      } catch (error) {
        if (error instanceof FeedError) throw error;
        if (limit.aborted)
          throw new FeedError('timeout', resource, `no complete response within ${timeoutMs} ms`, error);
        throw new FeedError('network', resource, 'could not be fetched', error);
      }
    },
    close: () => agent.destroy(),
  };
}

type HttpResponse = Dispatcher.ResponseData;

function readHeader(response: HttpResponse, name: string): string | undefined {
  const value = response.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Upper limit of a requested pause, so that an incorrect header cannot stop polling for days. */
export const MAX_WAIT_MS = 3_600_000;

/** Parses a Retry-After header, which contains seconds or a date. @returns milliseconds, or undefined when invalid */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return ms > 0 ? Math.min(ms, MAX_WAIT_MS) : undefined;
}

async function readText(resource: string, response: HttpResponse, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new FeedError('size', resource, `is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (readHeader(response, 'content-encoding') !== 'gzip') return bytes.toString('utf8');
  return decompress(resource, bytes, maxBytes);
}

async function decompress(resource: string, bytes: Buffer, maxBytes: number): Promise<string> {
  try {
    return (await unzip(bytes, { maxOutputLength: maxBytes })).toString('utf8');
  } catch (error) {
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new FeedError(tooLarge ? 'size' : 'network', resource, 'cannot be decompressed', error);
  }
}

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Agent, type Dispatcher, request } from 'undici';
import { FeedError } from './feed-error.ts';

const unzip = promisify(gunzip);

export interface FeedClientOptions {
  /** E.g. https://fantasy.premierleague.com/api; a slash at the end is ignored. */
  baseUrl: string;
  userAgent: string;
  /** From the request to the last byte (default 10 s). */
  timeoutMs?: number;
  /** Largest answer, decompressed (default 24 MB; the bootstrap has about 2.5 MB). */
  maxBytes?: number;
}

export interface FeedClient {
  /**
   * Fetches an answer; returns the last accepted one, the same object, when the feed has not changed it.
   * @throws FeedError network, timeout, status, size
   */
  get(resource: string, path: string, signal: AbortSignal): Promise<FeedAnswer>;
  /** Drops the accepted answer of a path; the next request is unconditional. */
  forget(path: string): void;
  close(): Promise<void>;
}

export interface FeedAnswer {
  text: string;
  /** Makes later requests conditional on this answer. Only for valid answers. */
  accept(): void;
}

interface Accepted {
  answer: FeedAnswer;
  etag: string | undefined;
  lastModified: string | undefined;
}

/** HTTP client of the feed: conditional requests, no redirects, no cookies. */
export function createFeedClient(options: FeedClientOptions): FeedClient {
  const base = options.baseUrl.replace(/\/+$/, '');
  const maxBytes = options.maxBytes ?? 24_000_000;
  const timeoutMs = options.timeoutMs ?? 10_000;
  const agent = new Agent({ connections: 2, connect: { timeout: timeoutMs }, keepAliveTimeout: 30_000 });
  const accepted = new Map<string, Accepted>();

  async function exchange(resource: string, path: string, signal: AbortSignal): Promise<FeedAnswer> {
    const known = accepted.get(path);
    const response = await request(`${base}${path}`, {
      dispatcher: agent,
      signal,
      headers: {
        'user-agent': options.userAgent,
        accept: 'application/json',
        'accept-encoding': 'gzip',
        ...(known?.etag ? { 'if-none-match': known.etag } : {}),
        ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
      },
    });
    if (response.statusCode === 304 && known) {
      await response.body.dump();
      return known.answer;
    }
    if (response.statusCode !== 200) {
      await response.body.dump({ limit: 16_384, signal }).catch(() => {});
      const wait = retryAfterMs(headerOf(response, 'retry-after'), Date.now());
      throw new FeedError('status', resource, `answered ${response.statusCode}`, undefined, wait);
    }
    const text = await readText(resource, response, maxBytes);
    if (known?.answer.text === text) return known.answer;
    const etag = headerOf(response, 'etag');
    const lastModified = headerOf(response, 'last-modified');
    const answer: FeedAnswer = { text, accept: () => accepted.set(path, { answer, etag, lastModified }) };
    return answer;
  }

  return {
    async get(resource, path, signal) {
      const limit = AbortSignal.timeout(timeoutMs);
      try {
        return await exchange(resource, path, AbortSignal.any([signal, limit]));
      } catch (error) {
        if (error instanceof FeedError) throw error;
        if (limit.aborted)
          throw new FeedError('timeout', resource, `no complete answer in ${timeoutMs} ms`, error);
        throw new FeedError('network', resource, 'could not be fetched', error);
      }
    },
    forget: (path) => void accepted.delete(path),
    close: () => agent.destroy(),
  };
}

type Answer = Dispatcher.ResponseData;

function headerOf(response: Answer, name: string): string | undefined {
  const value = response.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** A wrong header must not stop the polling for days. */
const LONGEST_WAIT_MS = 3_600_000;

/** Milliseconds of a Retry-After header, which holds seconds or a date; undefined without one. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return ms > 0 ? Math.min(ms, LONGEST_WAIT_MS) : undefined;
}

async function readText(resource: string, response: Answer, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new FeedError('size', resource, `is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (headerOf(response, 'content-encoding') !== 'gzip') return bytes.toString('utf8');
  return unpacked(resource, bytes, maxBytes);
}

async function unpacked(resource: string, bytes: Buffer, maxBytes: number): Promise<string> {
  try {
    return (await unzip(bytes, { maxOutputLength: maxBytes })).toString('utf8');
  } catch (error) {
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new FeedError(tooLarge ? 'size' : 'network', resource, 'cannot be decompressed', error);
  }
}

const PREFIX = 'touchline-data:';
const MAX_AGE_MS = 14 * 24 * 3_600_000;
const MAX_RESPONSES = 100;

/** A response of an earlier request. */
export interface Kept {
  data: unknown;
  /** Epoch ms by the browser's clock. */
  updatedAt: number;
}

/** The last responses of the current visitor, kept in the browser for visits without a connection. */
export type KeptData = ReturnType<typeof createKeptData>;

/**
 * Creates the store: one cache per visitor, never shown to another.
 * @param owner the current wallet, `guest`, or null while the session is being restored, when nothing is read or written
 */
export function createKeptData(caches: CacheStorage | undefined, owner: () => string | null) {
  const open = (visitor: string) => caches?.open(PREFIX + visitor);
  return {
    async read(key: string): Promise<Kept | null> {
      const visitor = owner();
      if (visitor === null) return null;
      const response = await (await open(visitor))?.match(toUrl(key));
      const kept = response && parse(await response.text());
      // The user may have signed out while it was read.
      return kept && owner() === visitor && Date.now() - kept.updatedAt < MAX_AGE_MS ? kept : null;
    },
    async write(key: string, data: unknown) {
      const visitor = owner();
      if (visitor === null) return;
      const kept: Kept = { data, updatedAt: Date.now() };
      await (await open(visitor))?.put(toUrl(key), new Response(JSON.stringify(kept)));
      // A sign-out in the meantime has removed the cache, which this write has created again.
      if (owner() !== visitor) await caches?.delete(PREFIX + visitor);
    },
    /** Removes the responses whose key contains this id. */
    async remove(id: string) {
      const visitor = owner();
      if (visitor === null) return;
      const cache = await open(visitor);
      const keys = (await cache?.keys()) ?? [];
      await Promise.all(keys.filter(({ url }) => url.includes(id)).map((key) => cache?.delete(key)));
    },
    /** Removes the responses of all other visitors, and the oldest of this one. */
    async tidy() {
      const visitor = owner();
      if (visitor === null || !caches) return;
      const others = (await caches.keys()).filter(
        (name) => name.startsWith(PREFIX) && name !== PREFIX + visitor,
      );
      await Promise.all(others.map((name) => caches.delete(name)));
      const cache = await open(visitor);
      // In the order in which they were written.
      const keys = (await cache?.keys()) ?? [];
      await Promise.all(keys.slice(0, -MAX_RESPONSES).map((key) => cache?.delete(key)));
    },
  };
}

const toUrl = (key: string) => `/kept/${encodeURIComponent(key)}`;

function parse(text: string): Kept | null {
  try {
    const { data, updatedAt } = JSON.parse(text) as Kept;
    return { data, updatedAt: Number(updatedAt) };
  } catch {
    return null;
  }
}

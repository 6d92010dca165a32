/** A CacheStorage in memory, for the parts that the shell and its worker use. */
export function createMemoryCaches(): CacheStorage {
  const stores = new Map<string, Map<string, Response>>();
  const toKey = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, 'http://localhost').href;
  const toCache = (store: Map<string, Response>) =>
    ({
      match: async (request: RequestInfo | URL) => store.get(toKey(request))?.clone(),
      put: async (request: RequestInfo | URL, response: Response) => {
        // The whole body is stored, or nothing.
        await response.clone().blob();
        store.delete(toKey(request));
        store.set(toKey(request), response);
      },
      delete: async (request: RequestInfo | URL) => store.delete(toKey(request)),
      keys: async () => [...store.keys()].map((key) => new Request(key)),
    }) as unknown as Cache;
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return toCache(store);
  };
  return {
    open,
    delete: async (name: string) => stores.delete(name),
    keys: async () => [...stores.keys()],
  } as unknown as CacheStorage;
}

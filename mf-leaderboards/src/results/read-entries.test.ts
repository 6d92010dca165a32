import { afterEach, expect, it, vi } from 'vitest';
import { readEntries, readEntryPage } from './read-entries.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Stubs a server that never responds, and a limit that `controller` ends once a request has begun. */
function stubSilence(controller: AbortController, timeout = controller) {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        controller.abort(new Error('aborted'));
      }),
  );
}

it('entries of a server that never responds fail after 30 seconds', async () => {
  stubSilence(new AbortController());
  await expect(readEntries('id').next()).rejects.toThrow('aborted');
  expect(AbortSignal.timeout).toHaveBeenCalledWith(30_000);
});

it('a page of entries ends with the signal of its reader', async () => {
  const reader = new AbortController();
  stubSilence(reader, new AbortController());
  await expect(readEntryPage('id', { sortBy: 'rank', after: 0 }, reader.signal)).rejects.toThrow('aborted');
});

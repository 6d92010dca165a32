import { fakeId } from '@touchline/host/testing/fake-objects';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSettlement } from './read-settlement.ts';

const RESULT = {
  chain_id: 480,
  vault: `0x${'c'.repeat(40)}`,
  game: { id: fakeId(1, 1) } as Parameters<typeof readSettlement>[0]['game'],
};
const read = () => readSettlement(RESULT, 'http://rpc');

/** Responds to the request for the settlement after the one for the chain's id. */
const stubSettlement = (respond: (signal: AbortSignal | null | undefined) => Promise<Response>) =>
  vi.stubGlobal('fetch', (_: string, { body, signal }: RequestInit) =>
    String(body).includes('eth_chainId')
      ? Promise.resolve(Response.json({ result: '0x1e0' }))
      : respond(signal),
  );

describe('settlement in the vault', () => {
  let timeout: AbortController;
  beforeEach(() => {
    timeout = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('token and root are read', async () => {
    const [token, root] = ['d'.repeat(40), 'e'.repeat(64)];
    const result = `0x${token.padStart(64, '0')}${'1'.padStart(64, '0')}${root}`;
    stubSettlement(async () => Response.json({ result }));
    expect(await read()).toEqual({ token: `0x${token}`, root: `0x${root}` });
  });

  it('an RPC that never responds fails after ten seconds', async () => {
    const failure = new Error('timed out');
    stubSettlement(
      (signal) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(failure));
          timeout.abort();
        }),
    );
    await expect(read()).rejects.toBe(failure);
    expect(AbortSignal.timeout).toHaveBeenCalledWith(10_000);
  });

  it.each(['0x', `0x${'zz'.repeat(96)}`])('the result %s is no settlement', async (result) => {
    stubSettlement(async () => Response.json({ result }));
    await expect(read()).rejects.toThrow('no contract');
  });
});

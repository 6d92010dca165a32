import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useWatchlist } from './use-watchlist.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const listCodes = ({ result }: { result: { current: ReturnType<typeof useWatchlist> } }) => [
  ...result.current.codes,
];

describe('useWatchlist', () => {
  it('a watched player appears in every component and survives a reload', () => {
    const builder = renderHook(() => useWatchlist());
    const fixtures = renderHook(() => useWatchlist());
    act(() => builder.result.current.toggle(7));
    act(() => fixtures.result.current.toggle(9));
    expect(listCodes(builder)).toEqual([7, 9]);
    expect(listCodes(fixtures)).toEqual([7, 9]);
    expect(listCodes(renderHook(() => useWatchlist()))).toEqual([7, 9]);
  });

  it('a second toggle removes the player', () => {
    const hook = renderHook(() => useWatchlist());
    act(() => hook.result.current.toggle(7));
    act(() => hook.result.current.toggle(7));
    expect(listCodes(hook)).toEqual([]);
  });

  it('a full storage leaves the list unchanged', () => {
    const setItem = vi.fn(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.stubGlobal('localStorage', { getItem: () => '[9]', setItem });
    const hook = renderHook(() => useWatchlist());
    act(() => hook.result.current.toggle(7));
    expect(setItem).toHaveBeenCalledOnce();
    expect(listCodes(hook)).toEqual([9]);
  });

  it('a corrupt list counts as empty', () => {
    localStorage.setItem('touchline.watchlist', '{"a":');
    expect(listCodes(renderHook(() => useWatchlist()))).toEqual([]);
  });
});

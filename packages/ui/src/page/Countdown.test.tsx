import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TouchlineTheme } from '../theme/TouchlineTheme.tsx';
import { Countdown } from './Countdown.tsx';

const show = (node: React.ReactNode) => render(node, { wrapper: TouchlineTheme });

const LABEL = 'Join window opens in';
const START = Date.parse('2026-08-14T10:00:00Z');
const now = () => Date.now();
const shown = () => screen.getByRole('timer').querySelector('[aria-hidden]')?.textContent;
const spoken = () => screen.getByRole('timer').querySelector('[aria-live=polite]')?.textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('Countdown', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('CHOOSE-11 the countdown shows days, hours, minutes and seconds and ticks every second', () => {
    const target = START + ((2 * 24 + 5) * 3600 + 7 * 60 + 9) * 1000;
    show(<Countdown target={target} now={now} label={LABEL} />);
    expect(shown()).toBe('02d05h07m09s');
    pass(1000);
    expect(shown()).toBe('02d05h07m08s');
    pass(9000);
    expect(shown()).toBe('02d05h06m59s');
  });

  it('the countdown uses the given clock', () => {
    show(<Countdown target={START} now={() => Date.now() - 90_000} label={LABEL} />);
    expect(shown()).toBe('00d00h01m30s');
  });

  it('screen readers announce the countdown once a minute, not every second', () => {
    show(<Countdown target={START + 3 * 60_000} now={now} label={LABEL} />);
    const announcements = new Set<string | null | undefined>();
    for (let second = 0; second <= 180; second++) {
      announcements.add(spoken());
      pass(1000);
    }
    expect([...announcements]).toEqual([
      `${LABEL} 3 minutes`,
      `${LABEL} 2 minutes`,
      `${LABEL} less than a minute`,
      `${LABEL}: now`,
    ]);
  });

  it('the countdown calls onElapsed once and stops at zero', () => {
    const onElapsed = vi.fn();
    show(<Countdown target={START + 2500} now={now} label={LABEL} onElapsed={onElapsed} />);
    pass(2400);
    expect(onElapsed).not.toHaveBeenCalled();
    pass(5000);
    expect(onElapsed).toHaveBeenCalledTimes(1);
    expect(shown()).toBe('00d00h00m00s');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('the countdown calls onElapsed only once across re-renders', () => {
    const onElapsed = vi.fn();
    const again = () => (
      <Countdown target={START + 1000} now={now} label={LABEL} onElapsed={() => onElapsed()} />
    );
    const { rerender } = show(again());
    pass(2000);
    rerender(again());
    rerender(again());
    expect(onElapsed).toHaveBeenCalledTimes(1);
  });

  it('the countdown restarts when its target changes', () => {
    const { rerender } = show(<Countdown target={START + 1000} now={now} label={LABEL} />);
    pass(2000);
    rerender(<Countdown target={START + 62_000} now={now} label={LABEL} />);
    expect(shown()).toBe('00d00h01m00s');
    pass(1000);
    expect(shown()).toBe('00d00h00m59s');
  });
});

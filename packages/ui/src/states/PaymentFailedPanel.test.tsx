import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { TouchlineTheme } from '../theme/TouchlineTheme.tsx';
import { PaymentFailedPanel, type PaymentFailure } from './PaymentFailedPanel.tsx';

afterEach(cleanup);

const REJECTED: PaymentFailure = {
  title: 'Transaction Cancelled',
  message: 'Transaction was cancelled. You can try again when ready.',
  type: 'wallet',
  code: 'USER_REJECTED',
};
const NETWORK: PaymentFailure = {
  title: 'Network Error',
  message: 'Network error occurred. Please check your internet connection and try again.',
  type: 'network',
  code: 'NETWORK_ERROR',
};

function show(error: PaymentFailure) {
  const onRetry = vi.fn();
  const onClear = vi.fn();
  render(<PaymentFailedPanel error={error} onRetry={onRetry} onClear={onClear} />, {
    wrapper: TouchlineTheme,
  });
  return { onRetry, onClear, text: screen.getByRole('alert').textContent };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('PaymentFailedPanel', () => {
  test('PAY-10 PAY-11 the panel shows title, text, type, code and both buttons', () => {
    const { onRetry, onClear, text } = show(REJECTED);
    expect(screen.getByRole('heading', { name: 'Transaction Cancelled' })).toBeTruthy();
    expect(text).toContain('Transaction was cancelled. You can try again when ready.');
    // A cancelled payment is not an error: its codes are collapsed.
    const details = screen.getByText('Details').closest('details');
    expect(details?.open).toBe(false);
    expect(details?.textContent).toContain('TypewalletCodeUSER_REJECTED');
    press('Try Again');
    press('Clear');
    expect([onRetry.mock.calls.length, onClear.mock.calls.length]).toEqual([1, 1]);
  });

  test('PAY-10 the panel of a real failure shows the codes expanded', () => {
    const { text } = show({ ...NETWORK, serverCode: 'GAME_FULL' });
    expect(text).toContain('TypenetworkCodeNETWORK_ERRORReasonGAME_FULL');
    expect(screen.queryByText('Details')).toBeNull();
  });

  test('PAY-13 the panel offers "Retry" after a network error', () => {
    const { onRetry, text } = show(NETWORK);
    expect(text).toContain('Network error occurred. Please check your internet connection and try again.');
    press('Retry');
    expect(onRetry).toHaveBeenCalledOnce();
  });

  test('PAY-13 after a transaction was sent, the panel offers only to look for it again', () => {
    const { text } = show({ ...NETWORK, hash: `0x${'ab'.repeat(32)}` });
    expect(text).toContain('0xabab...abab was sent. Retrying looks for it again. You won’t pay twice.');
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});

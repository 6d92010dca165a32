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

describe('the panel of a failed payment', () => {
  test('PAY-10 PAY-11 shows title, text, type and code, with both buttons', () => {
    const { onRetry, onClear, text } = show(REJECTED);
    expect(screen.getByRole('heading', { name: 'Transaction Cancelled' })).toBeTruthy();
    expect(text).toContain('Transaction was cancelled. You can try again when ready.');
    // A cancelled payment is no catastrophe: its codes are one press away.
    const details = screen.getByText('Details').closest('details');
    expect(details?.open).toBe(false);
    expect(details?.textContent).toContain('TypewalletCodeUSER_REJECTED');
    press('Try Again');
    press('Clear');
    expect([onRetry.mock.calls.length, onClear.mock.calls.length]).toEqual([1, 1]);
  });

  test('PAY-10 shows what failed in the open', () => {
    const { text } = show({ ...NETWORK, serverCode: 'GAME_FULL' });
    expect(text).toContain('TypenetworkCodeNETWORK_ERRORAnswerGAME_FULL');
    expect(screen.queryByText('Details')).toBeNull();
  });

  test('PAY-13 offers "Retry" when the network failed', () => {
    const { onRetry, text } = show(NETWORK);
    expect(text).toContain('Network error occurred. Please check your internet connection and try again.');
    press('Retry');
    expect(onRetry).toHaveBeenCalledOnce();
  });

  test('PAY-13 a transaction that is out can only be looked for again', () => {
    const { text } = show({ ...NETWORK, hash: `0x${'ab'.repeat(32)}` });
    expect(text).toContain('0xabab...abab was sent. Retrying looks for it again: you will not pay twice.');
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});

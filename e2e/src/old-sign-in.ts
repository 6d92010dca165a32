import type { Page } from '@playwright/test';
import { query } from '@touchline/local-stack/dependencies/query';
import type { Product } from '@touchline/local-stack/product';

/**
 * Everybody's last sign-in becomes 16 minutes old, one more than an administrator's change may be; the page gets the token that its
 * session would have by then.
 */
export async function ageSignIn(page: Page, product: Product): Promise<void> {
  await query(
    product.databaseUrl('gateway'),
    "update sessions set signed_in_at = now() - interval '16 minutes'",
  );
  await page.evaluate(async () => {
    const answer = await fetch('/api/auth/refresh', { method: 'POST' });
    const { data } = (await answer.json()) as { data: { token: string } };
    localStorage.setItem('auth_token', data.token);
  });
  await page.reload();
}

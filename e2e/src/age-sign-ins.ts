import type { Page } from '@playwright/test';
import { query } from '@touchline/local-stack/dependencies/query';
import type { Product } from '@touchline/local-stack/product';

/**
 * Makes every sign-in 16 minutes old, one minute beyond the limit for an administrator's change. The page gets the token that its
 * session would then have.
 */
export async function ageSignIn(page: Page, product: Product): Promise<void> {
  await query(
    product.databaseUrl('gateway'),
    "update sessions set signed_in_at = now() - interval '16 minutes'",
  );
  await page.evaluate(async () => {
    const response = await fetch('/api/auth/refresh', { method: 'POST' });
    const { data } = (await response.json()) as { data: { token: string } };
    localStorage.setItem('auth_token', data.token);
  });
  await page.reload();
}

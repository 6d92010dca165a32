import type { Product } from '@touchline/platform/product';

/** Steps the replay phase by phase until `seen` says that the product shows what is waited for. */
export async function playUntil(
  product: Product,
  seen: () => Promise<boolean>,
  phases: number,
): Promise<void> {
  for (let step = 0; step < phases; step++) {
    await product.replay.advance({ to: 'next' });
    if (await seen()) return;
  }
  throw new Error(`not seen within ${phases} phases of the replay`);
}

/** Whether the visitor asks for less motion. Browsers that cannot tell get none. */
export const prefersReducedMotion = () =>
  window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;

/** True if the visitor prefers reduced motion, or if the browser cannot report the preference. */
export const prefersReducedMotion = () =>
  window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;

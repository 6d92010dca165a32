import { type RefObject, useEffect } from 'react';

/** How high the bar at the lower edge of the screen is: what floats there (a wallet's button, toasts) stands above it. */
const HEIGHT = '--tl-bottom-bar';

/** Tells the page the height of a bar that sticks to its lower edge, as long as it is there. */
export function useBottomBar(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const measure = () => style.setProperty(HEIGHT, `${bar.current?.offsetHeight ?? 0}px`);
    measure();
    const observer = new ResizeObserver(measure);
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, [bar]);
}

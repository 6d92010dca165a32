import { type RefObject, useEffect } from 'react';

/** CSS property that keeps floating elements such as toasts above the bar. */
const HEIGHT_PROPERTY = '--tl-bottom-bar';

/** Publishes the height of a bar at the bottom of the screen while it is mounted. */
export function useBottomBar(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const measure = () => style.setProperty(HEIGHT_PROPERTY, `${bar.current?.offsetHeight ?? 0}px`);
    measure();
    const observer = new ResizeObserver(measure);
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT_PROPERTY);
    };
  }, [bar]);
}

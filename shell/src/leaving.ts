/** Longest time between leaving a page and the errors of the loads that this ends. */
const LEAVING_MS = 1_000;

let leftAt = Number.NEGATIVE_INFINITY;
addEventListener('beforeunload', () => {
  leftAt = performance.now();
});

// Firefox ends the loads of a page as soon as the user leaves it. Until the next page responds, these scripts and styles would be shown
// and reported as failures of their version. If the user stays after all, the timeouts of the loads apply.
addEventListener(
  'error',
  (event) => {
    if (event.target instanceof Element && performance.now() - leftAt < LEAVING_MS)
      event.stopImmediatePropagation();
  },
  { capture: true },
);

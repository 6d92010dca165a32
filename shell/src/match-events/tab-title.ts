/** Prefix that is added to the title of a background tab. */
const PREFIX = /^\(\d+\) (?:[^|]*\| )?/;

/** Shows the number of new events in the title of a background tab. Reset when the tab becomes visible. */
export function createTabTitle() {
  let count = 0;
  const getPlainTitle = () => document.title.replace(PREFIX, '');
  function onVisible() {
    if (document.hidden || count === 0) return;
    count = 0;
    document.title = getPlainTitle();
  }
  document.addEventListener('visibilitychange', onVisible);
  return {
    /** `standing` is the team's current standing, or null if unknown. */
    add(newEvents: number, standing: string | null) {
      if (!document.hidden) return;
      count += newEvents;
      document.title = `(${count}) ${standing ? `${standing} | ` : ''}${getPlainTitle()}`;
    },
    stop() {
      document.removeEventListener('visibilitychange', onVisible);
      document.title = getPlainTitle();
    },
  };
}

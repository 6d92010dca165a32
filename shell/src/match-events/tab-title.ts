/** Prefix that is added to the title of a background tab. */
const PREFIX = /^\(\d+\) (?:[^|]*\| )?/;

/** Shows the number of new events in the title of a background tab. Reset when the tab becomes visible. */
export function createTabTitle(page: Document = document) {
  let count = 0;
  const getPlainTitle = () => page.title.replace(PREFIX, '');
  function onVisible() {
    if (page.hidden || count === 0) return;
    count = 0;
    page.title = getPlainTitle();
  }
  page.addEventListener('visibilitychange', onVisible);
  return {
    /** `standing` is the team's current standing, or null if unknown. */
    add(newEvents: number, standing: string | null) {
      if (!page.hidden) return;
      count += newEvents;
      page.title = `(${count}) ${standing ? `${standing} | ` : ''}${getPlainTitle()}`;
    },
    stop() {
      page.removeEventListener('visibilitychange', onVisible);
      page.title = getPlainTitle();
    },
  };
}

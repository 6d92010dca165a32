/** What the title of a tab in the background says before its own words. */
const PREFIX = /^\(\d+\) (?:[^|]*\| )?/;

/** Counts what happened while the tab is in the background; the count is gone when one looks at it. */
export function createTabTitle(page: Document = document) {
  let count = 0;
  const own = () => page.title.replace(PREFIX, '');
  function onVisible() {
    if (page.hidden || count === 0) return;
    count = 0;
    page.title = own();
  }
  page.addEventListener('visibilitychange', onVisible);
  return {
    /** `standing` is where the team stands now, if that is known. */
    add(happened: number, standing: string | null) {
      if (!page.hidden) return;
      count += happened;
      page.title = `(${count}) ${standing ? `${standing} | ` : ''}${own()}`;
    },
    stop() {
      page.removeEventListener('visibilitychange', onVisible);
      page.title = own();
    },
  };
}

import { Pagination } from '@touchline/ui/data';

interface PagesProps {
  /** Margin above. */
  mt?: 'sm';
  pages: number;
  page: number;
  onPage: (page: number) => void;
}

/** Buttons for the pages of a table, at its right end. Renders nothing for a single page. */
export function Pages({ mt, pages, page, onPage }: PagesProps) {
  if (pages < 2) return null;
  return (
    <Pagination
      mt={mt}
      ms="auto"
      w="fit-content"
      total={pages}
      value={Math.min(page, pages)}
      onChange={onPage}
      size={44}
      // `size` is meant for the buttons; Mantine would use it for the digits too.
      styles={{ control: { fontSize: '1rem' } }}
      siblings={0}
      getControlProps={(control) => ({ 'aria-label': `${control} page` })}
    />
  );
}

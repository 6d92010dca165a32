import { Button, Group } from '@touchline/ui/base';
import { PAGE_SIZE } from '../admin.queries.ts';
import { formatNumber } from '../format.ts';
import classes from './records.module.css';

interface PagerProps {
  page: number;
  total: number;
  /** "results", "games". */
  unit: string;
  onPage(page: number): void;
}

/** ADMIN-11 */
export function Pager({ page, total, unit, onPage }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const first = Math.min(total, (page - 1) * PAGE_SIZE + 1);
  const last = Math.min(total, page * PAGE_SIZE);
  return (
    <nav className={classes.pager} aria-label="Pages">
      <span>
        {`Showing ${formatNumber(first)} to ${formatNumber(last)} of ${formatNumber(total)} ${unit}`}
      </span>
      <Group gap="xs">
        <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <span>{`Page ${formatNumber(page)} of ${formatNumber(pages)}`}</span>
        <Button variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </Group>
    </nav>
  );
}

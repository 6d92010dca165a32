import { Button, Group } from '@touchline/ui/base';
import { TextInput } from '@touchline/ui/forms';
import { type FormEvent, useState } from 'react';
import { PageButton } from '../components/PageButton.tsx';
import { formatNumber } from '../format.ts';
import { PAGE_SIZE } from './use-list.ts';

interface PagerProps {
  page: number;
  total: number;
  /** Plural noun: "results", "games". */
  unit: string;
  onPage(page: number): void;
}

export const countPages = (total: number) => Math.max(1, Math.ceil(total / PAGE_SIZE));

/** ADMIN-11 */
export function Pager({ page, total, unit, onPage }: PagerProps) {
  const pages = countPages(total);
  const first = Math.min(total, (page - 1) * PAGE_SIZE + 1);
  const last = Math.min(total, page * PAGE_SIZE);
  return (
    <Group
      component="nav"
      aria-label="Pages"
      className="tl-figures"
      justify="space-between"
      gap="0.5rem 1rem"
      fz="sm"
    >
      <span>
        {`Showing ${formatNumber(first)} to ${formatNumber(last)} of ${formatNumber(total)} ${unit}`}
      </span>
      <Group gap="xs">
        {pages > 2 ? <GoToPage pages={pages} onPage={onPage} /> : null}
        <PageButton label="Previous" onPress={page > 1 ? () => onPage(page - 1) : null} />
        <span>{`Page ${formatNumber(page)} of ${formatNumber(pages)}`}</span>
        <PageButton label="Next" onPress={page < pages ? () => onPage(page + 1) : null} />
      </Group>
    </Group>
  );
}

/** Jumps to a page by number. Numbers past the end select the last page. */
function GoToPage({ pages, onPage }: { pages: number; onPage(page: number): void }) {
  const [typed, setTyped] = useState('');
  function go(event: FormEvent) {
    event.preventDefault();
    const page = Number(typed);
    if (!Number.isInteger(page) || page < 1) return;
    onPage(Math.min(page, pages));
    setTyped('');
  }
  return (
    <form onSubmit={go} noValidate>
      <Group gap={4} wrap="nowrap">
        <TextInput
          w="5.5rem"
          aria-label={`Go to page, 1 to ${formatNumber(pages)}`}
          placeholder="Page"
          inputMode="numeric"
          maxLength={6}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value.replace(/\D/g, ''))}
        />
        <Button type="submit" variant="default" disabled={Number(typed) < 1}>
          Go
        </Button>
      </Group>
    </form>
  );
}

import { Group } from '@touchline/ui/base';
import { PageButton } from './PageButton.tsx';
import type { CursorList } from './use-cursor-list.ts';

interface CursorPagerProps {
  list: CursorList;
  /** Cursor of the older page; null on the last one. */
  next: string | null;
  /** True while the requested page loads; `next` belongs to the previous one. */
  isLoading: boolean;
}

/** Buttons for newer and older pages. */
export function CursorPager({ list, next, isLoading }: CursorPagerProps) {
  if (next === null && list.page === 1) return null;
  return (
    <Group component="nav" aria-label="Pages" justify="flex-end" gap="xs" mt="sm">
      <PageButton label="Newer" onPress={list.page === 1 ? null : list.newer} />
      <span>{`Page ${list.page}`}</span>
      <PageButton label="Older" onPress={isLoading || next === null ? null : () => list.older(next)} />
    </Group>
  );
}

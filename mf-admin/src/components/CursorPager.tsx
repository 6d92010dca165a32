import { Button, Group } from '@touchline/ui/base';
import type { CursorList } from './use-cursor-list.ts';

/** Buttons for newer and older pages. `next` is the cursor of the older page; null on the last one. */
export function CursorPager({ list, next }: { list: CursorList; next: string | null }) {
  if (next === null && list.page === 1) return null;
  return (
    <Group component="nav" aria-label="Pages" justify="flex-end" gap="xs" mt="sm">
      <Button variant="default" disabled={list.page === 1} onClick={list.newer}>
        Newer
      </Button>
      <span>{`Page ${list.page}`}</span>
      <Button variant="default" disabled={next === null} onClick={() => next !== null && list.older(next)}>
        Older
      </Button>
    </Group>
  );
}

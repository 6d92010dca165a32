import { Group } from '@touchline/ui/base';
import { Loaded, type LoadedProps } from './Loaded.tsx';
import { PageButton } from './PageButton.tsx';
import type { CursorList } from './use-cursor-list.ts';

type CursorPageProps<Data> = LoadedProps<Data> & { list: CursorList };

/** The loaded page of a list, and buttons for newer and older pages. */
export function CursorPage<Data extends { next: string | null }>({ list, ...loaded }: CursorPageProps<Data>) {
  const { data, isPlaceholderData } = loaded.query;
  // Placeholder data and its `next` belong to the previous page.
  const next = (!isPlaceholderData && data?.next) || null;
  return (
    <>
      <Loaded {...loaded} />
      {data?.next || list.page > 1 ? (
        <Group component="nav" aria-label="Pages" justify="flex-end" gap="xs" mt="sm">
          <PageButton label="Newer" onPress={list.page === 1 ? null : list.newer} />
          <span>{`Page ${list.page}`}</span>
          <PageButton label="Older" onPress={next === null ? null : () => list.older(next)} />
        </Group>
      ) : null}
    </>
  );
}

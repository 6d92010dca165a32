import { Group } from '@touchline/ui/base';
import { NativeSelect } from '@touchline/ui/forms';
import { SearchBox } from './SearchBox.tsx';
import type { CursorList } from './use-cursor-list.ts';

interface FiltersProps {
  list: CursorList;
  placeholder: string;
  /** Choices by filter name. The first choice (`all`) disables the filter. */
  choices: Readonly<Record<string, { label: string; all: string; values: readonly string[] }>>;
}

/** Search box and filters of a list. */
export function Filters({ list, placeholder, choices }: FiltersProps) {
  return (
    <Group gap="xs" mb="sm">
      <SearchBox
        label="Search"
        placeholder={placeholder}
        value={list.typed.search ?? ''}
        onChange={(text) => list.set('search', text)}
      />
      {Object.entries(choices).map(([key, { label, all, values }]) => (
        <NativeSelect
          key={key}
          aria-label={label}
          data={[{ value: '', label: all }, ...values.map((value) => ({ value, label: value }))]}
          value={list.typed[key] ?? ''}
          onChange={({ currentTarget }) => list.set(key, currentTarget.value)}
        />
      ))}
    </Group>
  );
}

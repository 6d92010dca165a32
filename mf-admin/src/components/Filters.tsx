import { NativeSelect, TextInput } from '@touchline/ui/forms';
import { IconSearch } from '@touchline/ui/icons';
import classes from './components.module.css';
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
    <div className={classes.filters}>
      <TextInput
        className={classes.search ?? ''}
        type="search"
        aria-label="Search"
        placeholder={placeholder}
        maxLength={64}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        value={list.typed.search ?? ''}
        onChange={({ currentTarget }) => list.set('search', currentTarget.value)}
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
    </div>
  );
}

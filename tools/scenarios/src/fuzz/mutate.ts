import fc from 'fast-check';
import { hostileValue, undeclaredKey } from './hostile-values.ts';

/** One mutation of a value; `inside` picks an object or list in it, `where` a place there. */
interface Change {
  kind: 'replace' | 'remove' | 'add' | 'double';
  inside: number;
  where: number;
  key: string;
  value: unknown;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'remove', 'add', 'double'),
  inside: fc.oneof(fc.constant(0), fc.nat(1_000)), // mostly top-level fields
  where: fc.nat(1_000),
  key: undeclaredKey,
  value: hostileValue,
});

/** Values with up to three parts replaced, removed, added or repeated. */
export function mutated(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.array(change, { maxLength: 3 }))
    .map(([value, changes]) => changes.reduce(applied, copyOf(value)));
}

type Holder = Record<string, unknown> | unknown[];

function applied(value: unknown, { kind, inside, where, key, value: other }: Change): unknown {
  const holders = holdersOf(value);
  const holder = holders[inside % Math.max(1, holders.length)];
  if (!holder) return kind === 'replace' ? copyOf(other) : value;
  const keys = Object.keys(holder);
  const place = keys[where % Math.max(1, keys.length)];
  if (kind === 'add' || place === undefined)
    put(holder, Array.isArray(holder) ? String(holder.length) : key, other);
  else if (kind === 'replace') put(holder, place, other);
  else if (kind === 'double')
    put(holder, Array.isArray(holder) ? String(holder.length) : `${place}_`, at(holder, place));
  else if (Array.isArray(holder)) holder.splice(Number(place), 1);
  else delete holder[place];
  return value;
}

/** Every object and list in a value down to a depth of five, the value itself first. */
function holdersOf(value: unknown, depth = 0): Holder[] {
  if (typeof value !== 'object' || value === null || depth > 5) return [];
  const holder = value as Holder;
  return [holder, ...Object.values(holder).flatMap((one) => holdersOf(one, depth + 1))];
}

const at = (holder: Holder, place: string): unknown => (holder as Record<string, unknown>)[place];

/** Sets a copy, as values are reused. Defines `__proto__` as an ordinary field, like JSON.parse. */
function put(holder: Holder, place: string, hostile: unknown): void {
  const value = copyOf(hostile);
  Object.defineProperty(holder, place, { value, enumerable: true, configurable: true, writable: true });
}

const copyOf = (value: unknown): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);

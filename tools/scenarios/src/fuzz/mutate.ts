import fc from 'fast-check';
import { hostileValue, undeclaredKey } from './hostile-values.ts';

/** One mutation of a value. `inside` selects an object or a list in it, `where` a key of that. */
interface Change {
  kind: 'replace' | 'remove' | 'add' | 'duplicate';
  inside: number;
  where: number;
  key: string;
  value: unknown;
}

const generateChange: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'remove', 'add', 'duplicate'),
  inside: fc.oneof(fc.constant(0), fc.nat(1_000)), // mostly top-level fields
  where: fc.nat(1_000),
  key: undeclaredKey,
  value: hostileValue,
});

/** Replaces, removes, adds or duplicates up to three fields or items of each value. */
export function mutate(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.array(generateChange, { maxLength: 3 }))
    .map(([value, changes]) => changes.reduce(applyChange, clone(value)));
}

type Holder = Record<string, unknown> | unknown[];

function applyChange(value: unknown, { kind, inside, where, key, value: other }: Change): unknown {
  const holders = listHolders(value);
  const holder = holders[inside % Math.max(1, holders.length)];
  if (!holder) return kind === 'replace' ? clone(other) : value;
  const keys = Object.keys(holder);
  const place = keys[where % Math.max(1, keys.length)];
  if (kind === 'add' || place === undefined)
    put(holder, Array.isArray(holder) ? String(holder.length) : key, other);
  else if (kind === 'replace') put(holder, place, other);
  else if (kind === 'duplicate')
    put(holder, Array.isArray(holder) ? String(holder.length) : `${place}_`, getAt(holder, place));
  else if (Array.isArray(holder)) holder.splice(Number(place), 1);
  else delete holder[place];
  return value;
}

/** Lists the objects and lists in a value to a depth of five, the value itself first. */
function listHolders(value: unknown, depth = 0): Holder[] {
  if (typeof value !== 'object' || value === null || depth > 5) return [];
  const holder = value as Holder;
  return [holder, ...Object.values(holder).flatMap((one) => listHolders(one, depth + 1))];
}

const getAt = (holder: Holder, place: string): unknown => (holder as Record<string, unknown>)[place];

/** Sets a copy, because values are reused. Defines `__proto__` as an ordinary field, like JSON.parse. */
function put(holder: Holder, place: string, hostile: unknown): void {
  const value = clone(hostile);
  Object.defineProperty(holder, place, { value, enumerable: true, configurable: true, writable: true });
}

const clone = (value: unknown): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);

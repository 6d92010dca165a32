/**
 * Growing columns in shared memory. The standings worker reads them without a copy, and V8 does not count them as garbage, which
 * would trigger full collections while a large game is loaded.
 */

type Column = Int32Array | Int16Array | Uint16Array | Uint8Array | Float64Array;

interface ColumnType<C extends Column> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: SharedArrayBuffer): C;
}

/** Creates a column of zeros in shared memory; unwritten pages take no memory. */
export const createShared = <C extends Column>(type: ColumnType<C>, length: number): C =>
  new type(new SharedArrayBuffer(length * type.BYTES_PER_ELEMENT));

/** Creates a buffer in shared memory. */
export const createSharedBytes = (length: number): Buffer => Buffer.from(new SharedArrayBuffer(length));

/** Copies a column to a longer shared one. */
export const lengthen = <C extends Column>(old: C, length: number): C =>
  copyInto(old, createShared(old.constructor as unknown as ColumnType<C>, length));

/** Copies values to a larger array and returns it. */
export function copyInto<A extends { set(values: A): void }>(old: A, larger: A): A {
  larger.set(old);
  return larger;
}

/** Adds spare capacity: an eighth, because doubling could leave half of the memory unused. */
export const addSpareCapacity = (count: number) => 64 + count + (count >> 3);

/**
 * Columns that grow. Their memory can be shared: the thread which computes standings sees it without a copy, and V8 does not take it
 * for garbage that comes fast and collect everything while a large game is loaded.
 */

type Column = Int32Array | Int16Array | Uint16Array | Uint8Array | Float64Array;

interface ColumnType<C extends Column> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: SharedArrayBuffer): C;
}

/** A column of zeros in memory that threads share; what is not written takes none. */
export const createShared = <C extends Column>(type: ColumnType<C>, length: number): C =>
  new type(new SharedArrayBuffer(length * type.BYTES_PER_ELEMENT));

/** So many bytes of the same kind. */
export const createSharedBytes = (length: number): Buffer => Buffer.from(new SharedArrayBuffer(length));

/** The same values in a longer shared column. */
export const lengthen = <C extends Column>(old: C, length: number): C =>
  copyInto(old, createShared(old.constructor as unknown as ColumnType<C>, length));

/** The same values in a larger array. */
export function copyInto<A extends { set(values: A): void }>(old: A, larger: A): A {
  larger.set(old);
  return larger;
}

/** Places for what grows: an eighth more, since doubling would leave half of the memory unused. */
export const addSpareCapacity = (count: number) => 64 + count + (count >> 3);

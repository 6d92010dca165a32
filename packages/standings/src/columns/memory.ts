/**
 * Columns in shared memory: both threads use them without a copy, and V8 does not count them as garbage, which would trigger full
 * collections while a large game is loaded.
 */

type Column = Int32Array | Uint32Array | Int16Array | Uint16Array | Uint8Array | Float64Array;

interface ColumnType<C extends Column> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: SharedArrayBuffer): C;
}

/** Creates a column of zeros; unwritten pages take no memory. */
export const createShared = <C extends Column>(type: ColumnType<C>, length: number): C =>
  new type(new SharedArrayBuffer(length * type.BYTES_PER_ELEMENT));

/** Copies a column to a longer one. */
export function lengthen<C extends Column>(old: C, length: number): C {
  const longer = createShared(old.constructor as unknown as ColumnType<C>, length);
  longer.set(old);
  return longer;
}

/** Adds spare capacity: an eighth, because doubling could leave half of the memory unused. */
export const addSpareCapacity = (count: number) => 64 + count + (count >> 3);

/** Restores the methods of an object that another thread sent. */
export const restore = <T extends object>(type: { prototype: T }, sent: T): T =>
  Object.assign(Object.create(type.prototype) as T, sent);

/** Returns a view of bytes with the methods of `Buffer`, which messages between threads lose. */
export const toBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, length);

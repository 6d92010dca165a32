import { constants, crc32, deflateRawSync } from 'node:zlib';

/** The beginning that many answers share: compressed once, and each answer appends its own end. */
export interface GzipPrefix {
  /** The answer that ends with this text. */
  plain(end: string): Buffer;
  /** The same, as gzip; the end goes into it as it is, so that it costs no more than its checksum. */
  gzip(end: string): Buffer;
}

interface Zipped {
  /** The header of gzip and the beginning, up to a whole byte. */
  bytes: Buffer;
  crc: number;
}

/** RFC 1952: deflate, no name, no time, system unknown. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** RFC 1951: a stored block has at most so many bytes. */
const MAX_STORED_BYTES = 0xffff;

export function createGzipPrefix(text: string): GzipPrefix {
  const prefix = Buffer.from(text);
  let zipped: Zipped | undefined;
  return {
    plain: (end) => Buffer.concat([prefix, Buffer.from(end)]),
    gzip(end) {
      zipped ??= {
        bytes: Buffer.concat([
          GZIP_HEADER,
          deflateRawSync(prefix, { level: 6, finishFlush: constants.Z_SYNC_FLUSH }),
        ]),
        crc: crc32(prefix),
      };
      return appendStoredBlock(zipped, prefix.length, Buffer.from(end));
    },
  };
}

/** Appends a last stored block and the trailer of gzip: checksum and length of the whole. */
function appendStoredBlock({ bytes, crc }: Zipped, length: number, end: Buffer): Buffer {
  if (end.length > MAX_STORED_BYTES) throw new RangeError(`${end.length} bytes do not fit into a stored block`);
  const block = Buffer.alloc(5);
  block.writeUInt8(1, 0); // the last one, stored
  block.writeUInt16LE(end.length, 1);
  block.writeUInt16LE(~end.length & MAX_STORED_BYTES, 3);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(end, crc), 0);
  trailer.writeUInt32LE((length + end.length) >>> 0, 4);
  return Buffer.concat([bytes, block, end, trailer]);
}

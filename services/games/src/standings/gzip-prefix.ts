import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Common prefix of many responses, compressed once; each response appends its own end. */
export interface GzipPrefix {
  /** Returns the response that ends with this text. */
  plain(end: string): Buffer;
  /** Returns the response as gzip. The end is stored uncompressed, so it costs little more than its checksum. */
  gzip(end: string): Buffer;
}

interface Zipped {
  /** Gzip header and compressed prefix, flushed to a byte boundary. */
  bytes: Buffer;
  crc: number;
}

/** RFC 1952: deflate, no name, no time, system unknown. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** RFC 1951: maximum bytes of a stored block. */
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

/** Appends a final stored block and the gzip trailer (checksum and length of the whole text). */
function appendStoredBlock({ bytes, crc }: Zipped, length: number, end: Buffer): Buffer {
  if (end.length > MAX_STORED_BYTES)
    throw new RangeError(`${end.length} bytes do not fit into a stored block`);
  const block = Buffer.alloc(5);
  block.writeUInt8(1, 0); // final block, stored
  block.writeUInt16LE(end.length, 1);
  block.writeUInt16LE(~end.length & MAX_STORED_BYTES, 3);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(end, crc), 0);
  trailer.writeUInt32LE((length + end.length) >>> 0, 4);
  return Buffer.concat([bytes, block, end, trailer]);
}

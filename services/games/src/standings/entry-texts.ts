import { grown } from '../scoring/lineup-log.ts';

const ID_BYTES = 16;
const LINE_END = '\n';

/**
 * Who the entries of a game are, by seat index: ids, wallets and team names, kept as bytes. As strings those of a million
 * entries were three million objects, and every collection of the heap looked at each of them.
 */
export class EntryTexts {
  count = 0;
  private ids = new Uint8Array(0);
  /** Per entry three lines: wallet, team name, the same in lower case to search in. */
  private texts = Buffer.alloc(0);
  /** Where each entry's lines begin, and where the last ones end. */
  private starts = new Uint32Array(1);
  /** Open addressing by wallet: seat index plus 1, 0 where nobody is. */
  private places = new Int32Array(0);

  append(id: string, wallet: string, name: string): void {
    const seat = this.count;
    const lines = Buffer.from([wallet, name, name.toLowerCase(), ''].join(LINE_END));
    const start = this.starts[seat]!;
    const end = start + lines.length;
    this.reserve(seat + 1, end);
    this.ids.set(Buffer.from(id.replaceAll('-', ''), 'hex'), seat * ID_BYTES);
    this.texts.set(lines, start);
    this.starts[seat + 1] = end;
    this.count = seat + 1;
    this.place(seat, wallet);
  }

  /** Of the participation, as it was given. */
  idOf(seat: number): string {
    const hex = Buffer.from(this.ids.subarray(seat * ID_BYTES, (seat + 1) * ID_BYTES)).toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  walletOf(seat: number): string {
    return this.line(seat, 0);
  }

  nameOf(seat: number): string {
    return this.line(seat, 1);
  }

  /** Seat index of a wallet; undefined when it is not in the game. */
  seatOf(wallet: string): number | undefined {
    const mask = this.places.length - 1;
    if (mask < 0) return undefined;
    for (let place = hash(wallet) & mask; this.places[place] !== 0; place = (place + 1) & mask) {
      const seat = this.places[place]! - 1;
      if (this.walletOf(seat) === wallet) return seat;
    }
    return undefined;
  }

  /** 1 for each seat whose wallet or team name has the text in it; upper and lower case are the same. */
  search(text: string): Uint8Array {
    const found = new Uint8Array(this.count);
    const wanted = text.toLowerCase();
    if (wanted.includes(LINE_END)) return found;
    const texts = this.texts.subarray(0, this.starts[this.count]);
    let at = wanted === '' ? -1 : texts.indexOf(wanted);
    for (let seat = 0; at >= 0; at = texts.indexOf(wanted, this.starts[seat + 1]!)) {
      seat = this.seatAt(at, seat);
      found[seat] = 1;
    }
    return wanted === '' ? found.fill(1) : found;
  }

  /** Whose lines an offset is in, searched from a seat before it on. */
  private seatAt(offset: number, from: number): number {
    let low = from;
    let high = this.count;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  private line(seat: number, index: 0 | 1): string {
    const lines = this.texts.toString('utf8', this.starts[seat], this.starts[seat + 1]);
    return lines.split(LINE_END, index + 1)[index] ?? '';
  }

  private place(seat: number, wallet: string): void {
    const mask = this.places.length - 1;
    let place = hash(wallet) & mask;
    while (this.places[place] !== 0) place = (place + 1) & mask;
    this.places[place] = seat + 1;
  }

  private reserve(entries: number, bytes: number): void {
    if (bytes > this.texts.length)
      this.texts = grown(this.texts, Buffer.alloc(Math.max(4096, bytes, this.texts.length * 2)));
    if (entries * ID_BYTES <= this.ids.length) return;
    const capacity = Math.max(64, (this.ids.length / ID_BYTES) * 2);
    this.ids = grown(this.ids, new Uint8Array(capacity * ID_BYTES));
    this.starts = grown(this.starts, new Uint32Array(capacity + 1));
    this.places = new Int32Array(capacity * 2);
    for (let seat = 0; seat < this.count; seat += 1) this.place(seat, this.walletOf(seat));
  }
}

/** FNV-1a; wallets are hexadecimal, so their characters fit a byte. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 1;
}

type Field = readonly [bytes: 2 | 4 | 8, value: number];

/** Little-endian fields in sequence, then raw bytes. Works in browsers: no Buffer. */
function record(fields: readonly Field[], ...tails: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const head = fields.reduce((sum, [bytes]) => sum + bytes, 0);
  const whole = new Uint8Array(tails.reduce((sum, tail) => sum + tail.length, head));
  const view = new DataView(whole.buffer);
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else if (bytes === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += bytes;
  }
  for (const tail of tails) {
    whole.set(tail, at);
    at += tail.length;
  }
  return whole;
}

/** An entry being written; crc and sizes are known after its data. */
export type Placed = {
  name: Uint8Array;
  date: string;
  method: 0 | 8;
  large: boolean;
  offset: number;
  crc: number;
  size: number;
  packed: number;
};

/** Flags: sizes in a descriptor after the data (bit 3), UTF-8 names (bit 11). */
const flags = 0x0808;
const max16 = 0xffff;
const max32 = 0xffffffff;

const nothing = new Uint8Array(0);

export function localHeader(item: Placed): Uint8Array {
  const extra = item.large ? wide([0, 0]) : nothing;
  const size = item.large ? max32 : 0;
  return record(
    [
      [4, 0x04034b50],
      [2, item.large ? 45 : 20],
      [2, flags],
      [2, item.method],
      [4, dosDate(item.date)],
      [4, 0],
      [4, size],
      [4, size],
      [2, item.name.length],
      [2, extra.length],
    ],
    item.name,
    extra,
  );
}

export function dataDescriptor(item: Placed): Uint8Array {
  const bytes = item.large ? 8 : 4;
  return record([
    [4, 0x08074b50],
    [4, item.crc],
    [bytes, item.packed],
    [bytes, item.size],
  ]);
}

export function centralRecord(item: Placed): Uint8Array {
  const beyond = [item.size, item.packed, item.offset].filter((value) => value >= max32);
  const extra = beyond.length > 0 ? wide(beyond) : nothing;
  const version = item.large || beyond.length > 0 ? 45 : 20;
  return record(
    [
      [4, 0x02014b50],
      [2, version],
      [2, version],
      [2, flags],
      [2, item.method],
      [4, dosDate(item.date)],
      [4, item.crc],
      [4, Math.min(item.packed, max32)],
      [4, Math.min(item.size, max32)],
      [2, item.name.length],
      [2, extra.length],
      // Comment length, disk number, internal and external attributes.
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, Math.min(item.offset, max32)],
    ],
    item.name,
    extra,
  );
}

/** The end record, preceded by the ZIP64 end record and locator when a count or offset does not fit. */
export function endRecords(entries: number, start: number, length: number): Uint8Array {
  const count = Math.min(entries, max16);
  const end = record([
    [4, 0x06054b50],
    [4, 0],
    [2, count],
    [2, count],
    [4, Math.min(length, max32)],
    [4, Math.min(start, max32)],
    [2, 0],
  ]);
  if (entries < max16 && start < max32 && length < max32) return end;
  const big = record([
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [8, 0],
    [8, entries],
    [8, entries],
    [8, length],
    [8, start],
  ]);
  const locator = record([
    [4, 0x07064b50],
    [4, 0],
    [8, start + length],
    [4, 1],
  ]);
  return record([], big, locator, end);
}

/** ZIP64 extra field with the given 64-bit values. */
function wide(values: readonly number[]): Uint8Array {
  return record([[2, 1], [2, 8 * values.length], ...values.map((value): Field => [8, value])]);
}

/** MS-DOS time (midnight) and date; years before 1980 do not exist there. */
function dosDate(date: string): number {
  const year = Math.min(Math.max(Number(date.slice(0, 4)), 1980), 2107);
  const days = ((year - 1980) << 9) | (Number(date.slice(5, 7)) << 5) | Number(date.slice(8, 10));
  return days * 65536;
}

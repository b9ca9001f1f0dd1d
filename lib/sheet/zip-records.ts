/** An entry with what is known of it so far; crc and sizes are complete once its data has passed. */
export type Placed = {
  name: Buffer;
  date: string;
  method: 0 | 8;
  large: boolean;
  offset: number;
  crc: number;
  size: number;
  packed: number;
};

/** Sizes come in a descriptor after the data (bit 3), names are UTF-8 (bit 11). */
const flags = 0x0808;
const max16 = 0xffff;
const max32 = 0xffffffff;

export function localHeader(item: Placed): Buffer {
  const extra = item.large ? wide([0, 0]) : Buffer.alloc(0);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(item.large ? 45 : 20, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(item.method, 8);
  head.writeUInt32LE(dosDate(item.date), 10);
  if (item.large) {
    head.writeUInt32LE(max32, 18);
    head.writeUInt32LE(max32, 22);
  }
  head.writeUInt16LE(item.name.length, 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, item.name, extra]);
}

export function dataDescriptor(item: Placed): Buffer {
  const record = Buffer.alloc(item.large ? 24 : 16);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(item.crc, 4);
  if (item.large) {
    record.writeBigUInt64LE(BigInt(item.packed), 8);
    record.writeBigUInt64LE(BigInt(item.size), 16);
  } else {
    record.writeUInt32LE(item.packed, 8);
    record.writeUInt32LE(item.size, 12);
  }
  return record;
}

export function centralRecord(item: Placed): Buffer {
  const beyond = [item.size, item.packed, item.offset].filter((value) => value >= max32);
  const extra = beyond.length > 0 ? wide(beyond) : Buffer.alloc(0);
  const version = item.large || beyond.length > 0 ? 45 : 20;
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(version, 4);
  head.writeUInt16LE(version, 6);
  head.writeUInt16LE(flags, 8);
  head.writeUInt16LE(item.method, 10);
  head.writeUInt32LE(dosDate(item.date), 12);
  head.writeUInt32LE(item.crc, 16);
  head.writeUInt32LE(Math.min(item.packed, max32), 20);
  head.writeUInt32LE(Math.min(item.size, max32), 24);
  head.writeUInt16LE(item.name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE(Math.min(item.offset, max32), 42);
  return Buffer.concat([head, item.name, extra]);
}

/** The end record, preceded by its ZIP64 twin and locator when a count or offset does not fit. */
export function endRecords(entries: number, start: number, length: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries, max16), 8);
  end.writeUInt16LE(Math.min(entries, max16), 10);
  end.writeUInt32LE(Math.min(length, max32), 12);
  end.writeUInt32LE(Math.min(start, max32), 16);
  if (entries < max16 && start < max32 && length < max32) return end;
  const big = Buffer.alloc(56);
  big.writeUInt32LE(0x06064b50, 0);
  big.writeBigUInt64LE(44n, 4);
  big.writeUInt16LE(45, 12);
  big.writeUInt16LE(45, 14);
  big.writeBigUInt64LE(BigInt(entries), 24);
  big.writeBigUInt64LE(BigInt(entries), 32);
  big.writeBigUInt64LE(BigInt(length), 40);
  big.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([big, locator, end]);
}

/** ZIP64 extra field with the given 64-bit values. */
function wide(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return extra;
}

/** MS-DOS time (midnight) and date; years before 1980 do not exist there. */
function dosDate(date: string): number {
  const year = Math.min(Math.max(Number(date.slice(0, 4)), 1980), 2107);
  const days = ((year - 1980) << 9) | (Number(date.slice(5, 7)) << 5) | Number(date.slice(8, 10));
  return days * 65536;
}

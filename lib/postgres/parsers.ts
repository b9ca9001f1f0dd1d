import { types } from 'pg';

type Parse = (text: string) => unknown;

const oid = { int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184, numeric: 1700 } as const;
const arrayOid = { int8: 1016, date: 1182, timestamp: 1115, timestamptz: 1185, numeric: 1231 } as const;

const scalar: Record<keyof typeof oid, Parse> = {
  int8: (text) => BigInt(text),
  numeric: (text) => text,
  date: (text) => text,
  timestamp: (text) => text.replace(' ', 'T'),
  timestamptz: instantText,
};

const parsers = new Map<number, Parse>();
for (const name of Object.keys(oid) as (keyof typeof oid)[]) {
  parsers.set(oid[name], scalar[name]);
  parsers.set(arrayOid[name], (text) => flatArray(text, scalar[name]));
}

/**
 * Parsers for column values, passed to each pool and never set globally: int8 → bigint, numeric → exact string,
 * date → 'yyyy-mm-dd', timestamptz → ISO text in UTC, timestamp → ISO text without zone; arrays of these
 * likewise. No value is converted to a local time zone. Needs sessions with DateStyle ISO, as openPool creates
 * them.
 */
export const columnTypes = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(id)) ||
    types.getTypeParser(id, format as 'text')) as typeof types.getTypeParser,
};

/**
 * '2026-11-20 05:00:00.1234-05' → '2026-11-20T10:00:00.1234Z'. At least three decimals, as Date writes them,
 * and the server's microseconds if present. 'infinity' and years BC stay as the server writes them.
 */
function instantText(text: string): string {
  const match = /^(\d{4,6}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/.exec(
    text,
  );
  if (!match) return text;
  const [, day, time, fraction = '', sign, hours, minutes = '0', seconds = '0'] = match;
  const decimals = fraction.padEnd(3, '0');
  const offsetSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  if (offsetSeconds === 0) return `${day}T${time}.${decimals}Z`;
  const shifted = Date.parse(`${day}T${time}Z`) - (sign === '-' ? -1 : 1) * offsetSeconds * 1000;
  return `${new Date(shifted).toISOString().slice(0, -5)}.${decimals}Z`;
}

/** One-dimensional arrays whose values contain no comma, brace or quote. */
function flatArray(text: string, parse: Parse): unknown[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'NULL' ? null : parse(item.replaceAll('"', ''))));
}

import 'server-only';
import { holdsNineDigits } from '#lib/access/mask';
import { ApiError } from '#lib/api/error';
import { type EndpointId, endpointOf } from '#lib/contract/index';
import { logOtherIssuer } from './log.ts';
import { idOf, isOtherAccount, namesOtherIssuer } from './other-issuers.ts';
import {
  addressesOf,
  emptied,
  type Kind,
  keyedDigest,
  kindOf,
  maskField,
  maskFound,
  maskTaxIds,
  withoutMail,
} from './redact-text.ts';
import { type ObjectShape, respell, responseShape, type ValueShape, type ValueType } from './shape.ts';

/** What is removed from a response before a user gets it. */
export type Redactions = {
  /** The operation of the response: only fields of its contract are passed on. */
  operation: EndpointId;
  /** Postal addresses, e-mail, phones: emptied. */
  contact: boolean;
  /** Drops rows of other issuers; `all` keeps every row. Applies to top-level lists with an issuer per row. */
  issuers: 'all' | readonly number[];
  /** Row field that names the issuer, when rows must be filtered. */
  rowsBy: string | null;
  /** The only fields of a row that are kept, or null for all. */
  keep: readonly string[] | null;
};

export type Rules = {
  operation: EndpointId;
  /** The issuer in the call. Rows that name another one are dropped. */
  issuer?: number | null;
  /** The account in the call. The record of another one is rejected. */
  account?: unknown;
  /** Requires the contract's lists and objects and types of IDs, counts and booleans. */
  normalize?: boolean;
  /** None for the server's own checks. `host` is the registry's; `secret` keys digests. */
  redact?: Redactions & { host: string; secret?: string };
};

type Row = Record<string, unknown>;
type Field = { expected: ValueShape | 'raw'; kind: Kind };

/** No response of the interface is deeper than this; a deeper one would overflow the stack. */
const depthMax = 64;

const rawField: Field = { expected: 'raw', kind: 'plain' };
const openFields: Record<Kind, Field> = {
  secret: { expected: 'open', kind: 'secret' },
  taxId: { expected: 'open', kind: 'taxId' },
  contact: { expected: 'open', kind: 'contact' },
  digest: { expected: 'open', kind: 'digest' },
  plain: { expected: 'open', kind: 'plain' },
};

const unreadable = () => new ApiError('upstream_unreadable');
const isMissing = (value: unknown) => value === undefined || value === null;
const isZero = (value: unknown) => value === 0 || value === 0n || value === '0';
const isNumber = (value: unknown) => typeof value === 'number' || typeof value === 'bigint';

/**
 * Walks a parsed response once, in place, and returns it with the number of names in it. By the rules it
 * - drops rows that name another issuer, at any depth, and logs it: the registry is trusted for its own issuer's
 *   rows, but not for whose they are. Totals stay;
 * - normalizes: the interface's names, types of IDs, and lists, objects, booleans and counts in their places, so
 *   that pages can rely on them. A list must not be missing, unless the response itself counts 0 rows, and the
 *   response must have some of its fields. Other missing or null fields and unknown values are accepted;
 * - redacts: drops fields outside the contract, masks tax IDs for every role, empties contact data, drops rows of
 *   issuers that are not granted, and removes report addresses, codes and the registry's own address. Where the
 *   interface does not show the fields, names and formats decide.
 * Throws `upstream_unreadable` when the response does not fit, is too deep, is about another issuer or account as
 * a whole, or has rows that cannot be distinguished.
 */
export function walkResponse(given: unknown, rules?: Rules): { value: unknown; names: number } {
  const { operation, issuer = null, account, normalize = false, redact }: Partial<Rules> = rules ?? {};
  const addresses = redact && addressesOf(redact.host);
  const granted = redact?.rowsBy && redact.issuers !== 'all' ? new Set<unknown>(redact.issuers) : null;
  let names = 0;
  let dropped = 0;
  let unfit = false;
  /** The object being read, or one in it, names another issuer. */
  let foreign = false;
  /** Digits of the tax IDs found, and whether any text has as many. */
  const found: string[] = [];
  let hasNumbers = false;

  function visit(value: unknown, expected: ValueShape | 'raw', depth: number, isTop = false): unknown {
    if (typeof value !== 'object' || value === null) return visitPlain(value, expected);
    if (depth === 0) throw unreadable();
    return Array.isArray(value)
      ? visitList(value, expected, depth, isTop)
      : visitObject(value as Row, expected, depth, isTop);
  }

  function visitPlain(value: unknown, expected: ValueShape | 'raw'): unknown {
    if (expected === 'raw') return value;
    let plain = value;
    if (normalize && expected !== 'open') {
      if (!fits(value, expected.value)) unfit = true;
      if (expected.value === 'id') plain = idOf(value);
      if (expected.value === 'account' && isNumber(value)) plain = `${value}`;
    }
    return addresses && typeof plain === 'string' ? redactText(plain, addresses, expected === 'open') : plain;
  }

  function redactText(text: string, hidden: RegExp, isOpen: boolean): string {
    const bare = redact?.contact ? withoutMail(text) : text;
    if (bare.length < 9) return bare;
    if (hidden.test(bare)) return '';
    if (!holdsNineDigits(bare)) return bare;
    hasNumbers = true;
    return maskTaxIds(bare, isOpen);
  }

  function visitList(
    list: unknown[],
    expected: ValueShape | 'raw',
    depth: number,
    isTop: boolean,
  ): unknown[] {
    if (normalize && typeof expected === 'object' && !expected.items) unfit = true;
    // A single row may come without a list, and a list in place of a row.
    const items = typeof expected === 'object' ? (expected.items ?? expected) : expected;
    const keep = isTop ? redact?.keep : null;
    const around = foreign;
    let stay = 0;
    for (const item of list) {
      const before = { unfit, dropped, found: found.length };
      foreign = false;
      const row = visit(item, items, depth - 1);
      const isGone =
        foreign || (isTop && granted && !granted.has((row as Row | null)?.[redact?.rowsBy ?? '']));
      // What is not passed on leaves no trace.
      if (isGone || keep) found.length = before.found;
      if (foreign) [unfit, dropped] = [before.unfit, before.dropped + 1];
      if (isGone) continue;
      list[stay] = keep ? Object.fromEntries(keep.map((name) => [name, (row as Row | null)?.[name]])) : row;
      stay += 1;
    }
    list.length = stay;
    foreign = around;
    return list;
  }

  function visitObject(row: Row, expected: ValueShape | 'raw', depth: number, isTop: boolean): Row {
    const shape = typeof expected === 'object' ? shapeFor(expected, row) : null;
    if (normalize && typeof expected === 'object' && expected.objects.length === 0) unfit = true;
    if (normalize && shape?.alias && respell(row, shape.alias)) names += 1;
    let isEmpty = true;
    for (const name in row) {
      names += 1;
      const field = row[name];
      if (issuer !== null && namesOtherIssuer(name, field, issuer)) foreign = true;
      const known = fieldIn(expected, shape, name);
      if (known && !isMissing(field)) isEmpty = false;
      const clean = visitField(field, known ?? rawField, depth - 1);
      if (redact && (!known || known.kind === 'secret')) delete row[name];
      else if (clean !== field) row[name] = clean;
    }
    // What a search by tax ID looked for is one; words without digits, such as 'as on file', are none.
    const mayBeTaxId = 'terms' in row && (typeof row.terms !== 'string' || /\d/.test(row.terms));
    if (redact && row.by === 'TaxId' && mayBeTaxId) row.terms = maskField(row.terms, found);
    if (!normalize || !shape?.fields) return row;
    if (isTop && isEmpty) unfit = true;
    const isZeroRows = isTop && shape.totals.some((name) => isZero(row[name]));
    for (const name of shape.lists) {
      if (!isMissing(row[name])) continue;
      if (isZeroRows) row[name] = [];
      else unfit = true;
    }
    return row;
  }

  function visitField(field: unknown, { expected, kind }: Field, depth: number): unknown {
    if (isMissing(field)) return field;
    if (redact && kind === 'digest') return keyedDigest(visit(field, 'raw', depth), redact.secret);
    if (redact && kind === 'taxId') {
      if (normalize && expected !== 'open' && typeof field === 'object') unfit = true;
      return maskField(visit(field, 'raw', depth), found);
    }
    const clean = visit(field, expected, depth);
    return redact?.contact && kind === 'contact' ? emptied(clean) : clean;
  }

  if (redact && (typeof given !== 'object' || given === null)) throw unreadable();
  if (granted && !Array.isArray(given)) throw unreadable();
  if (account !== undefined && isOtherAccount(given, account)) {
    if (operation) logOtherIssuer(operation, 1);
    throw unreadable();
  }
  // A page without the total number of rows would be shown, and totaled, as the complete list.
  const total = operation && normalize ? endpointOf(operation).paging?.total : undefined;
  if (total !== undefined && isMissing((given as Row | null)?.[total])) throw unreadable();
  const shape = operation && (normalize || redact) ? responseShape(operation) : 'raw';
  const value = visit(given, shape, depthMax, true);
  if (operation && (foreign || dropped > 0)) logOtherIssuer(operation, foreign ? 1 : dropped);
  if (foreign || unfit) throw unreadable();
  // The only second walk: a tax ID was found, and other texts have numbers of nine digits.
  return { value: found.length > 0 && hasNumbers ? maskFound(value, new Set(found)) : value, names };
}

/** The object that `row` is, by its fields. */
function shapeFor({ objects, items }: Exclude<ValueShape, 'open'>, row: Row): ObjectShape | null {
  if (objects.length === 0) return items && items !== 'open' ? shapeFor(items, row) : null;
  const has = ({ fields }: ObjectShape) => [...(fields?.keys() ?? [])].some((name) => !isMissing(row[name]));
  return (objects.length > 1 && objects.find(has)) || (objects[0] ?? null);
}

/** The field of this name; undefined when the contract does not have it. */
function fieldIn(expected: ValueShape | 'raw', shape: ObjectShape | null, name: string): Field | undefined {
  if (expected === 'raw') return rawField;
  if (expected === 'open' || shape?.fields === null) return openFields[kindOf(name)];
  return shape?.fields.get(name);
}

function fits(value: unknown, type: ValueType | null): boolean {
  if (type === null) return false;
  if (type === 'flag') return typeof value === 'boolean';
  if (type === 'whole') return isNumber(value) || (typeof value === 'string' && /^-?\d+$/.test(value));
  return value !== null;
}

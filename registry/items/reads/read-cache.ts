import type { ItemKind, ItemStage } from '#lib/contract/agent/values';
import type { CalendarDate } from '#lib/format/dates';
import { arrayText } from '#registry/db/insert';
import { queryPrepared } from '#registry/db/query-prepared';
import type { UnitOfWork } from '#registry/ledger/core/unit-of-work';

/**
 * What the checks of items have read in one transaction. Each function below reads what is missing, so that a batch can
 * read at once what its items then find here.
 */
export type ReadCache = {
  numbers: Map<string, NumberedRow[]>;
  presented: Map<bigint, PresentedRow[]>;
  holders: Map<bigint, HolderRow>;
  classes: Map<string, ClassRow>;
  authorized: Map<bigint, bigint>;
  duplicates: Map<string, PossibleDuplicate[]>;
  declared: Map<bigint, DeclaredRow[]>;
};

export function emptyReadCache(): ReadCache {
  return {
    numbers: new Map(),
    presented: new Map(),
    holders: new Map(),
    classes: new Map(),
    authorized: new Map(),
    duplicates: new Map(),
    declared: new Map(),
  };
}

type Reader = { book: Pick<UnitOfWork, 'tx' | 'issuerId' | 'classes'>; known: ReadCache };

/** Keys that are not known yet, each once. */
export function missingOf<K>(known: ReadonlyMap<K, unknown>, keys: readonly K[]): K[] {
  return [...new Set(keys)].filter((key) => !known.has(key));
}

/** Puts each row under its key; keys without rows get none. */
function keepRows<K, R>(
  known: Map<K, R[]>,
  keys: readonly K[],
  rows: readonly R[],
  keyOf: (row: R) => K,
): void {
  for (const key of keys) known.set(key, []);
  for (const row of rows) known.get(keyOf(row))?.push(row);
}

export type CertificateNumber = { prefix: string; number: string };
export type NumberedRow = { id: bigint; class_id: bigint; prefix: string; number: bigint };

export const numberKey = ({ prefix, number }: { prefix: string; number: string | bigint }) =>
  `${prefix} ${BigInt(number)}`;

/** The certificates of each number; several classes may have the same. */
export async function readNumbers(
  { book, known }: Reader,
  given: readonly CertificateNumber[],
): Promise<void> {
  const keys = missingOf(known.numbers, given.map(numberKey));
  if (keys.length === 0) return;
  const parts = keys.map((key) => key.split(' '));
  const { rows } = await queryPrepared<NumberedRow>(
    book.tx,
    `select c.id, c.class_id, c.prefix, c.number
       from unnest($2::text[], $3::bigint[]) as u (prefix, number)
       join certificate c on c.issuer_id = $1 and c.class_id = any($4::bigint[]) and c.prefix = u.prefix
        and c.number = u.number and not c.is_replaced
      order by c.id`,
    [
      book.issuerId,
      arrayText(parts.map(([prefix]) => prefix)),
      arrayText(parts.map(([, number]) => number)),
      arrayText([...book.classes.keys()]),
    ],
  );
  keepRows(known.numbers, keys, rows, numberKey);
}

/** An open item that presents a certificate. */
export type PresentedRow = {
  certificate_id: bigint;
  id: bigint;
  kind: ItemKind;
  received_on: CalendarDate;
  received_at: string;
};

export async function readPresented(
  { book, known }: Reader,
  certificateIds: readonly bigint[],
): Promise<void> {
  const ids = missingOf(known.presented, certificateIds);
  if (ids.length === 0) return;
  const { rows } = await queryPrepared<PresentedRow>(
    book.tx,
    `select c.certificate_id, t.id, t.kind, t.received_on, t.received_at
       from item_certificate c join item t on t.issuer_id = $1 and t.id = c.item_id
      where c.issuer_id = $1 and c.certificate_id = any($2::bigint[]) order by t.id`,
    [book.issuerId, arrayText(ids)],
  );
  keepRows(known.presented, ids, rows, (row) => row.certificate_id);
}

/** What checks and approvals look at in a holder's record. */
export type HolderRow = {
  id: bigint;
  name: string;
  name2: string;
  name3: string;
  account_type: string;
  primary_tax_id: string;
  tax_certified: boolean;
  bad_address_since: CalendarDate | null;
  address_changed_at: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country2_code: string | null;
};

export async function readHolders({ book, known }: Reader, holderIds: readonly bigint[]): Promise<void> {
  const ids = missingOf(known.holders, holderIds);
  if (ids.length === 0) return;
  const { rows } = await queryPrepared<HolderRow>(
    book.tx,
    `select h.id, h.name, h.name2, h.name3, h.account_type, h.primary_tax_id, h.tax_certified, h.bad_address_since,
            p.address1, p.address2, p.city, p.state, p.postal_code, p.country2_code,
            (select max(c.changed_at) from holder_change c
              where c.holder_id = h.id and c.before_text <> '' and c.after_text like '%"primary_address"%') as address_changed_at
       from holder h left join holder_address p on p.holder_id = h.id and p.kind = 'primary'
      where h.id = any($1::bigint[])`,
    [arrayText(ids)],
  );
  for (const row of rows) known.holders.set(row.id, row);
}

/** CUSIP of a class, and its last price up to a day. */
export type ClassRow = { cusip: string; amount: string | null; day: CalendarDate | null };

export async function readClass(
  { book, known }: Reader,
  classId: bigint | null,
  day: CalendarDate,
): Promise<ClassRow | undefined> {
  if (classId === null) return undefined;
  const key = `${classId} ${day}`;
  const found = known.classes.get(key);
  if (found) return found;
  const { rows } = await queryPrepared<ClassRow>(
    book.tx,
    `select k.cusip, p.amount, p.day from security_class k
       left join lateral (select amount, day from price
                           where issuer_id = $1 and class_id = k.id and day <= $3 order by day desc limit 1) as p on true
      where k.issuer_id = $1 and k.id = $2`,
    [book.issuerId, classId, day],
  );
  if (rows[0]) known.classes.set(key, rows[0]);
  return rows[0];
}

/** Authorized shares of a class, over all days. */
export async function readAuthorized({ book, known }: Reader, classId: bigint): Promise<bigint> {
  const found = known.authorized.get(classId);
  if (found !== undefined) return found;
  const { rows } = await queryPrepared<{ authorized: bigint }>(
    book.tx,
    `select coalesce(sum(delta), 0)::bigint as authorized from authorized_change
      where issuer_id = $1 and class_id = $2`,
    [book.issuerId, classId],
  );
  known.authorized.set(classId, rows[0]!.authorized);
  return rows[0]!.authorized;
}

/** An open or posted item that may be a duplicate: its `likeness` (`duplicateKey`) is the same. */
export type PossibleDuplicate = { likeness: string; id: bigint; stage: ItemStage };

export async function readPossibleDuplicates(
  { book, known }: Reader,
  duplicateKeys: readonly string[],
): Promise<void> {
  const keys = missingOf(known.duplicates, duplicateKeys);
  if (keys.length === 0) return;
  const { rows } = await queryPrepared<PossibleDuplicate>(
    book.tx,
    `select t.likeness, t.id, t.stage from unnest($2::text[]) as u (likeness)
       cross join lateral (select i.likeness, i.id, i.stage from item i
                            where i.issuer_id = $1 and i.likeness = u.likeness and i.stage not in ('Canceled', 'Rejected')
                            order by i.id limit $3) as t`,
    [book.issuerId, arrayText(keys), duplicatesMax],
  );
  keepRows(known.duplicates, keys, rows, (row) => row.likeness);
}

/** Possible duplicates that are read of one key. */
const duplicatesMax = 50;

/** A stock dividend that is declared and not paid: the class-wide action that the books know beforehand. */
export type DeclaredRow = { record_on: CalendarDate; ratio: string };

export async function readDeclared({ book, known }: Reader, classId: bigint): Promise<DeclaredRow[]> {
  const found = known.declared.get(classId);
  if (found) return found;
  const { rows } = await queryPrepared<DeclaredRow>(
    book.tx,
    `select record_on, ratio from dividend
      where issuer_id = $1 and class_id = $2 and kind = 'Stock' and status = 'Declared' order by record_on, id`,
    [book.issuerId, classId],
  );
  known.declared.set(classId, rows);
  return rows;
}

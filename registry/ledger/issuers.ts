// Opens issuers and classes, and sets the status of an issuer.

import { issuerScopedId, takeIds } from '../db/ids.ts';
import { changeAuthorizedIn } from './capital.ts';
import { emptySeries } from './core/daily-series.ts';
import { flushUnitOfWork } from './core/flush-unit-of-work.ts';
import { assertRule } from './core/ledger-error.ts';
import { blankBook, type ClassFacts, type Tx, takeNumber, type UnitOfWork } from './core/unit-of-work.ts';
import { verb } from './core/verb.ts';
import { checkName } from './rename.ts';

export type OpenIssuer = {
  customerId: bigint;
  name: string;
  kind: string;
  status?: 'Active' | 'Pending';
  address1?: string;
  address2?: string;
  city?: string;
  state?: string;
  postalCode?: string;
  country2Code?: string;
  country?: string;
  email?: string;
  phone?: string;
  secondaryPhone?: string;
};

/** Creates an issuer and returns its new book; the caller writes it. */
export async function openIssuerBook(tx: Tx, input: OpenIssuer): Promise<UnitOfWork> {
  const id = await takeIds(tx, 'issuer');
  const status = input.status ?? 'Active';
  const { rowCount } = await tx.query(
    `insert into issuer (id, customer_id, name, kind, status, address1, address2, city, state, postal_code,
       country2_code, country, email, phone, secondary_phone)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (customer_id) do nothing`,
    [
      id,
      input.customerId,
      input.name,
      input.kind,
      status,
      input.address1 ?? '',
      input.address2 ?? '',
      input.city ?? '',
      input.state ?? '',
      input.postalCode ?? '',
      input.country2Code ?? '',
      input.country ?? '',
      input.email ?? '',
      input.phone ?? '',
      input.secondaryPhone ?? '',
    ],
  );
  assertRule(
    rowCount === 1,
    'issuerExists',
    'customerIssuerId',
    `There is already an issuer ${input.customerId}.`,
  );
  return { ...blankBook(tx, id, input.name, status), isNew: true };
}

/** Creates an issuer and returns its id. */
export async function openIssuer(tx: Tx, input: OpenIssuer): Promise<bigint> {
  const book = await openIssuerBook(tx, input);
  await flushUnitOfWork(book);
  return book.issuerId;
}

export type SetIssuerStatus = {
  issuerId: bigint;
  status: 'Active' | 'Pending' | 'Inactive';
  inactiveOn?: string;
};

/** An inactive issuer is read only. */
export async function setIssuerStatusIn(book: UnitOfWork, input: SetIssuerStatus): Promise<void> {
  book.status = input.status;
  await book.tx.query('update issuer set status = $2, inactive_on = $3 where id = $1', [
    book.issuerId,
    input.status,
    input.inactiveOn ?? null,
  ]);
}

export const setIssuerStatus = verb(setIssuerStatusIn, 'inactiveToo');

export type OpenClass = {
  issuerId: bigint;
  code: 'C' | 'P' | 'W' | 'U' | 'B' | 'D' | 'M';
  series?: '' | 'A' | 'B' | 'C';
  name: string;
  description?: string;
  cusip?: string;
  parValue?: string | null;
  /** Absent: unlimited. */
  authorized?: bigint;
  isDollar?: boolean;
  isDrsEligible?: boolean;
  hasPlan?: boolean;
  paperPrefix: string;
  bookPrefix?: string;
  votesPerShare?: number;
  openedOn: string;
  authority: string;
  recordedAt: string;
};

/**
 * Opens a security class. Its name must be unique at the issuer, because some responses contain only the name.
 */
export async function openClassIn(book: UnitOfWork, input: OpenClass): Promise<bigint> {
  checkName(input.name);
  assertRule(
    ![...book.classes.values()].some((one) => one.name === input.name),
    'classExists',
    'name',
    `${book.issuerName} already has a class ${input.name}.`,
  );
  const facts: ClassFacts = {
    id: issuerScopedId(book.issuerId, takeNumber(book, 'class')),
    name: input.name,
    code: input.code,
    series: input.series ?? '',
    isUnlimited: input.authorized === undefined,
    paperPrefix: input.paperPrefix,
    bookPrefix: input.bookPrefix ?? 'BE',
    openedOn: input.openedOn,
    actionOn: null,
    reverseSplitOn: null,
    unissued: 0n,
  };
  await book.tx.query(
    `insert into security_class (issuer_id, id, code, series, name, description, cusip, par_value, is_unlimited,
       is_dollar, is_drs_eligible, has_plan, paper_prefix, book_prefix, votes_per_share, opened_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      book.issuerId,
      facts.id,
      input.code,
      input.series ?? '',
      input.name,
      input.description ?? '',
      input.cusip ?? '',
      input.parValue ?? null,
      facts.isUnlimited,
      input.isDollar ?? false,
      input.isDrsEligible ?? false,
      input.hasPlan ?? false,
      facts.paperPrefix,
      facts.bookPrefix,
      input.votesPerShare ?? 1,
      input.openedOn,
    ],
  );
  book.classes.set(facts.id, facts);
  // A new class has no stored totals, so they start here.
  book.unissued.set(facts.id, emptySeries());
  if (input.authorized !== undefined) {
    const { authority, recordedAt, openedOn } = input;
    await changeAuthorizedIn(book, {
      issuerId: book.issuerId,
      classId: facts.id,
      delta: input.authorized,
      effectiveOn: openedOn,
      authority,
      recordedAt,
    });
  }
  return facts.id;
}

export const openClass = verb(openClassIn);

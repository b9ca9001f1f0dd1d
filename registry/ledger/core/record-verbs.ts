// Verbs that record facts and move no shares: accounts, stops, lots, contacts, prices, escheats, lost holders.

import { takeIds } from '#registry/db/ids';
import { addTaxLotsIn } from '../add-tax-lots.ts';
import { placeStopIn, releaseStopIn } from '../stops.ts';
import { openAccountIn } from './accounts.ts';
import { add, classOf, type Tx, takeId, type UnitOfWork } from './unit-of-work.ts';
import { verb } from './verb.ts';

export const openAccount = verb(openAccountIn);
export const placeStop = verb(placeStopIn);
export const releaseStop = verb(releaseStopIn);
export const addTaxLots = verb(addTaxLotsIn);

export type AddContact = {
  issuerId: bigint;
  name: string;
  title: string;
  role: string;
  mayInstructIssuance: boolean;
  mayReceiveLists: boolean;
  email?: string;
  phone?: string;
  mobile?: string;
  address?: string;
  status?: 'Active' | 'Inactive';
  activeSince: string;
  inactiveSince?: string;
  confirmedOn?: string;
};

/** Adds a contact named by the issuer, with the right to instruct issuances. */
export async function addContactIn(book: UnitOfWork, input: AddContact): Promise<bigint> {
  const id = takeId(book, 'contact');
  add(book, 'contact', {
    issuer_id: book.issuerId,
    id,
    name: input.name,
    title: input.title,
    role: input.role,
    may_instruct_issuance: input.mayInstructIssuance,
    may_receive_lists: input.mayReceiveLists,
    email: input.email ?? '',
    phone: input.phone ?? '',
    mobile: input.mobile ?? '',
    address: input.address ?? '',
    status: input.status ?? 'Active',
    active_since: input.activeSince,
    inactive_since: input.inactiveSince,
    confirmed_on: input.confirmedOn,
  });
  return id;
}

export const addContact = verb(addContactIn);

export type ChangeContact = Partial<
  Pick<AddContact, 'title' | 'email' | 'phone' | 'address' | 'mayInstructIssuance' | 'mayReceiveLists'>
> & { contactId: bigint; confirmedOn: string; endsOn?: string };

/** Changes a contact, or ends it with `endsOn`. What is left out stays. */
export async function changeContactIn(book: UnitOfWork, input: ChangeContact): Promise<void> {
  await book.tx.query(
    `update contact set title = coalesce($3, title), email = coalesce($4, email), phone = coalesce($5, phone),
            address = coalesce($6, address), may_instruct_issuance = coalesce($7, may_instruct_issuance),
            may_receive_lists = coalesce($8, may_receive_lists), confirmed_on = $9,
            status = case when $10::date is null then status else 'Inactive' end,
            inactive_since = coalesce($10, inactive_since)
      where issuer_id = $1 and id = $2`,
    [
      book.issuerId,
      input.contactId,
      input.title,
      input.email,
      input.phone,
      input.address,
      input.mayInstructIssuance,
      input.mayReceiveLists,
      input.confirmedOn,
      input.endsOn,
    ],
  );
}

export type SetPrice = { issuerId: bigint; classId: bigint; day: string; amount: string };

/** Sets the price of one unit of a class on a day. TA-2 needs it for market values (question 8a). */
export async function setPriceIn(book: UnitOfWork, input: SetPrice): Promise<void> {
  classOf(book, input.classId);
  await book.tx.query(
    `insert into price (issuer_id, class_id, day, amount) values ($1, $2, $3, $4)
     on conflict (issuer_id, class_id, day) do update set amount = excluded.amount`,
    [book.issuerId, input.classId, input.day, input.amount],
  );
}

export const setPrice = verb(setPriceIn);

export type RecordEscheat = {
  issuerId: bigint;
  holderId: bigint;
  state: string;
  remittedOn: string;
  propertyCode: string;
  txnId?: bigint;
};

/** Records an account remitted to a state; a transfer moves the shares. */
export async function recordEscheatIn(book: UnitOfWork, input: RecordEscheat): Promise<bigint> {
  const id = takeId(book, 'escheat');
  add(book, 'escheat', {
    issuer_id: book.issuerId,
    id,
    holder_id: input.holderId,
    state: input.state,
    remitted_on: input.remittedOn,
    property_code: input.propertyCode,
    txn_id: input.txnId,
  });
  return id;
}

export const recordEscheat = verb(recordEscheatIn);

export type RecordSearch = { searchedOn: string; service: string; submitted: number; found: number };

/** Records one database search for lost holders of all issuers. */
export async function recordSearch(tx: Tx, input: RecordSearch): Promise<bigint> {
  const id = await takeIds(tx, 'search');
  await tx.query(
    'insert into lost_search (id, searched_on, service, submitted, found) values ($1, $2, $3, $4, $5)',
    [id, input.searchedOn, input.service, input.submitted, input.found],
  );
  return id;
}

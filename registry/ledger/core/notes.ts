import type { CauseKind, DifferenceBasis, ResolutionKind } from '#registry/db/difference-kinds';
import { takeIds } from '#registry/db/ids';
import { addTaxLotsIn } from '../add-tax-lots.ts';
import { placeStopIn, releaseStopIn } from '../stops.ts';
import { openAccountIn } from './accounts.ts';
import { assertRule } from './ledger-error.ts';
import { add, classOf, type Tx, takeId, type UnitOfWork } from './unit-of-work.ts';
import { verb } from './verb.ts';

/**
 * Records apart from the share books: stops, lots, contacts, prices, differences, lost holders. They move no
 * shares.
 */
export const openAccount = verb(openAccountIn);
export const placeStop = verb(placeStopIn);
export const releaseStop = verb(releaseStopIn);
export const addTaxLots = verb(addTaxLotsIn);

export type RecordDifference = {
  issuerId: bigint;
  classId: bigint;
  openedOn: string;
  /** The day of opening where nothing else is known. Age counts from here. */
  existedSince?: string;
  basis?: DifferenceBasis;
  causeKind?: CauseKind | '';
  isOverIssuance?: boolean;
  shares: bigint;
  cause: string;
  byPriorAgent?: boolean;
  note?: string;
  resolvedOn?: string;
  openedBy?: string;
  steps?: readonly { takenOn: string; note: string; recordedBy: string }[];
};

/** Opens a record difference: it appears in the control book and on TA-2 only, never in balances. */
export async function recordDifferenceIn(book: UnitOfWork, input: RecordDifference): Promise<bigint> {
  classOf(book, input.classId);
  assertRule(input.shares !== 0n, 'nothingMoved', 'shares', 'A record difference has a number of shares.');
  assertRule(
    !input.resolvedOn || input.openedOn <= input.resolvedOn,
    'dateOrder',
    'resolvedOn',
    'A difference cannot be resolved before it was opened.',
  );
  assertRule(
    !input.existedSince || input.existedSince <= input.openedOn,
    'dateOrder',
    'existedSince',
    'A difference cannot be found before it existed.',
  );
  const id = takeId(book, 'difference');
  add(book, 'record_difference', {
    issuer_id: book.issuerId,
    id,
    class_id: input.classId,
    opened_on: input.openedOn,
    resolved_on: input.resolvedOn,
    shares: input.shares,
    cause: input.cause,
    by_prior_agent: input.byPriorAgent ?? false,
    note: input.note ?? '',
    opened_by: input.openedBy ?? '',
    existed_since: input.existedSince,
    basis: input.basis ?? 'Detail',
    cause_kind: input.causeKind ?? '',
    is_over_issuance: input.isOverIssuance ?? false,
  });
  for (const [index, step] of (input.steps ?? []).entries())
    add(book, 'record_difference_step', {
      issuer_id: book.issuerId,
      difference_id: id,
      number: index + 1,
      taken_on: step.takenOn,
      note: step.note,
      recorded_by: step.recordedBy,
    });
  return id;
}

export const recordDifference = verb(recordDifferenceIn);

export type ResolveDifference = {
  issuerId: bigint;
  differenceId: bigint;
  resolvedOn: string;
  resolution?: string;
  resolvedBy?: string;
  kind?: ResolutionKind | '';
  txnId?: bigint | null;
};

export async function resolveDifferenceIn(book: UnitOfWork, input: ResolveDifference): Promise<void> {
  const { rowCount } = await book.tx.query(
    `update record_difference set resolved_on = $3, resolution = $4, resolved_by = $5, resolution_kind = $6,
            resolution_txn = $7, version = version + 1
      where issuer_id = $1 and id = $2 and resolved_on is null and opened_on <= $3`,
    [
      book.issuerId,
      input.differenceId,
      input.resolvedOn,
      input.resolution ?? '',
      input.resolvedBy ?? '',
      input.kind ?? '',
      input.txnId ?? null,
    ],
  );
  assertRule(
    rowCount === 1,
    'unknownDifference',
    'differenceId',
    `No open difference ${input.differenceId}.`,
  );
}

export const resolveDifference = verb(resolveDifferenceIn);

export type DifferenceStep = {
  issuerId: bigint;
  differenceId: bigint;
  takenOn: string;
  note: string;
  recordedBy: string;
};

/** Adds a step to an open difference and returns its number; 17Ad-11 asks for the steps taken. */
export async function addDifferenceStepIn(book: UnitOfWork, input: DifferenceStep): Promise<number> {
  const { rows } = await book.tx.query<{ number: number }>(
    `insert into record_difference_step (issuer_id, difference_id, number, taken_on, note, recorded_by)
     select d.issuer_id, d.id,
            1 + (select count(*)::int from record_difference_step s where s.issuer_id = $1 and s.difference_id = $2),
            $3, $4, $5
       from record_difference d where d.issuer_id = $1 and d.id = $2 and d.resolved_on is null
     returning number`,
    [book.issuerId, input.differenceId, input.takenOn, input.note, input.recordedBy],
  );
  assertRule(
    rows.length === 1,
    'unknownDifference',
    'differenceId',
    `No open difference ${input.differenceId}.`,
  );
  return rows[0]?.number ?? 0;
}

export const addDifferenceStep = verb(addDifferenceStepIn);

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

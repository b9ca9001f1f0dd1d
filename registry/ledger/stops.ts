// Places, releases and loads stops on certificates.

import { queryPrepared } from '#registry/db/query-prepared';
import { arrayText } from '../db/insert.ts';
import { certificatesById, never } from './core/certificates.ts';
import { assertRule } from './core/ledger-error.ts';
import type { Certificate, Stop, StopKind, StopRelease } from './core/types.ts';
import { add, takeId, type UnitOfWork } from './core/unit-of-work.ts';

export type PlaceStop = {
  issuerId: bigint;
  certificateId: bigint;
  kind: StopKind;
  placedOn: string;
} & StopFacts;

/** Who demanded a stop and on which paper. */
export type StopFacts = {
  note?: string;
  placedBy?: string;
  demandedBy?: string;
  document?: string;
  expiresOn?: string;
  noticeOn?: string;
};

/** Places a stop on a certificate. A certificate may have several; each blocks it until released. */
export async function placeStopIn(book: UnitOfWork, input: PlaceStop): Promise<Stop> {
  const [certificate] = await certificatesById(book, [input.certificateId]);
  assertRule(
    certificate!.issuedOn <= input.placedOn,
    'dateOrder',
    'placedOn',
    'A stop cannot be older than its certificate.',
  );
  // Invariant 20: a stop must not be dated before a cancellation that has already happened.
  assertRule(
    certificate!.canceledOn === never || input.placedOn > certificate!.canceledOn,
    'notOutstanding',
    'placedOn',
    `${certificate!.prefix}-${certificate!.number} was canceled on ${certificate!.canceledOn}; a stop on the old paper comes later.`,
  );
  return addStop(book, certificate!, input);
}

export function addStop(
  book: UnitOfWork,
  certificate: Certificate,
  input: { kind: StopKind; placedOn: string; movedFrom?: bigint } & StopFacts,
): Stop {
  const id = takeId(book, 'stop');
  const row = add(book, 'stop', {
    issuer_id: book.issuerId,
    id,
    certificate_id: certificate.id,
    kind: input.kind,
    placed_on: input.placedOn,
    moved_from: input.movedFrom,
    note: input.note ?? '',
    placed_by: input.placedBy ?? '',
    demanded_by: input.demandedBy ?? '',
    document: input.document ?? '',
    expires_on: input.expiresOn,
    notice_on: input.noticeOn,
    released_by: '',
    release_reason: '',
    release_document: '',
  });
  const stop: Stop = {
    id,
    certificateId: certificate.id,
    kind: input.kind,
    placedOn: input.placedOn,
    releasedOn: null,
    releasedTxn: null,
    isStored: false,
    row,
  };
  book.stops.set(certificate.id, [...(book.stops.get(certificate.id) ?? []), stop]);
  return stop;
}

export type ReleaseStop = { issuerId: bigint; stopId: bigint; releasedOn: string } & Partial<StopRelease>;

/** A stop of the issuer by its number, with the other stops of its certificate; undefined when there is none. */
export async function findStop(book: UnitOfWork, stopId: bigint): Promise<Stop | undefined> {
  const known = () => [...book.stops.values()].flat().find((one) => one.id === stopId);
  const stop = known();
  if (stop || book.isNew) return stop;
  const { rows } = await queryPrepared(
    book.tx,
    'select certificate_id from stop where issuer_id = $1 and id = $2',
    [book.issuerId, stopId],
  );
  if (rows[0]) await loadStops(book, [rows[0].certificate_id]);
  return known();
}

export async function releaseStopIn(book: UnitOfWork, input: ReleaseStop): Promise<Stop> {
  const stop = await findStop(book, input.stopId);
  assertRule(stop && !stop.releasedOn, 'unknownStop', 'stopId', `There is no active stop ${input.stopId}.`);
  assertRule(
    stop.placedOn <= input.releasedOn,
    'dateOrder',
    'releasedOn',
    'A stop cannot end before it begins.',
  );
  const { by = '', reason = '', document = '' } = input;
  release(book, stop, input.releasedOn, null, { by, reason, document });
  return stop;
}

export function release(
  book: UnitOfWork,
  stop: Stop,
  day: string,
  txnId: bigint | null,
  words?: StopRelease,
): void {
  stop.releasedOn = day;
  stop.releasedTxn = txnId;
  stop.release = words;
  // A trial reads from here which stops would end; its book is never written.
  book.releasedNow.add(stop);
  if (stop.isStored) return;
  Object.assign(stop.row, { released_on: day, released_txn: txnId });
  if (words)
    Object.assign(stop.row, {
      released_by: words.by,
      release_reason: words.reason,
      release_document: words.document,
    });
}

/** Loads the stops of certificates that are not in the book yet. */
export async function loadStops(book: UnitOfWork, certificateIds: readonly bigint[]): Promise<void> {
  if (book.isNew) return;
  const missing = certificateIds.filter((id) => !book.stops.has(id));
  if (missing.length === 0) return;
  const { rows } = await queryPrepared(
    book.tx,
    `select id, certificate_id, kind, placed_on, released_on, released_txn
       from stop where issuer_id = $1 and certificate_id = any($2::bigint[]) order by id`,
    [book.issuerId, arrayText(missing)],
  );
  for (const id of missing) book.stops.set(id, []);
  for (const row of rows) {
    book.stops.get(row.certificate_id)!.push({
      id: row.id,
      certificateId: row.certificate_id,
      kind: row.kind,
      placedOn: row.placed_on,
      releasedOn: row.released_on,
      releasedTxn: row.released_txn,
      isStored: true,
      row: {},
    });
  }
}

export function activeStops(book: UnitOfWork, certificateId: bigint): Stop[] {
  return (book.stops.get(certificateId) ?? []).filter((stop) => !stop.releasedOn);
}

/** Whether a released stop was in force on `day`. */
export function stoppedOn(book: UnitOfWork, certificateId: bigint, day: string): boolean {
  return (book.stops.get(certificateId) ?? []).some(
    ({ placedOn, releasedOn }) => releasedOn !== null && placedOn <= day && releasedOn > day,
  );
}

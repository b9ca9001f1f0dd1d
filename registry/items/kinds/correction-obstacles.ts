import { formatDate } from '#lib/format/dates';
import { arrayText } from '#registry/db/insert';
import { never } from '#registry/ledger/core/certificates';
import { lastingId } from '#registry/ledger/core/positions';
import type { Certificate } from '#registry/ledger/core/types';
import { dependentsOf, type Original, touchedBy } from '#registry/ledger/reverse';
import { activeStops, loadStops } from '#registry/ledger/stops';
import type { Work } from '../item-work.ts';
import { hasDocument, holds, type Obstacle, refuses, warns } from '../obstacle.ts';
import { labelOf, otherItemsOn } from '../presented-certificates.ts';

/** What happened since on what a correction reverses, and has to be settled first or beside it. */
export async function laterObstacles(work: Work, original: Original): Promise<Obstacle[]> {
  return [
    ...(await dependentObstacles(work, original)),
    ...(await otherItemsOn(work, original.issued, 'all')),
    ...(await stopObstacles(work, original)),
    ...paperObstacles(work, original),
    ...(await depositoryObstacles(work, original)),
    ...(await escheatObstacles(work, original)),
    ...(await dividendObstacles(work, original)),
  ];
}

async function dependentObstacles({ book }: Work, original: Original): Promise<Obstacle[]> {
  const later = await dependentsOf(book, original);
  if (later.length === 0) return [];
  const list = later.map((one) => `${one.number} of ${formatDate(one.effectiveOn)}`).join(', ');
  const sentence = `Later transactions rest on transaction ${original.number}; newest first: ${list}.`;
  return [refuses('dependents', 'correctsControlTransactionId', sentence)];
}

const outstanding = ({ issued }: Original) => issued.filter((one) => one.canceledOn === never);

/** A stop on a certificate that goes is released first, or listed: then it is carried to what is issued again. */
async function stopObstacles({ book, content }: Work, original: Original): Promise<Obstacle[]> {
  const certificates = outstanding(original);
  await loadStops(
    book,
    certificates.map((one) => one.id),
  );
  const listed = new Set(content.stopIds.map(BigInt));
  const stops = certificates.flatMap((one) => activeStops(book, one.id).map((stop) => ({ one, stop })));
  const active = new Set(stops.map(({ stop }) => stop.id));
  const unknown = content.stopIds.flatMap((id, index) =>
    active.has(BigInt(id))
      ? []
      : [refuses('unknownStop', `stopIds[${index}]`, `The certificates have no active stop ${id}.`)],
  );
  if (stops.length > 0 && original.canceled.length === 0)
    return [
      ...unknown,
      ...stops.map(({ one, stop }) =>
        holds('stopped', 'certificates', `${stopText(one, stop)} Release it first.`, ['O09']),
      ),
    ];
  const carried = stops.filter(({ stop }) => listed.has(stop.id));
  const replaced =
    carried.length > 0 && content.lines.length > 0
      ? [
          refuses(
            'stopped',
            'lines',
            'Stops are carried to the certificates of the reversal; enter the replacement once they end.',
            ['O09'],
          ),
        ]
      : [];
  const open = stops.filter(({ stop }) => !listed.has(stop.id));
  return [
    ...unknown,
    ...replaced,
    ...open.map(({ one, stop }) =>
      holds('stopped', 'stopIds', `${stopText(one, stop)} Release it, or list it to carry it on.`, ['O09']),
    ),
  ];
}

const stopText = (one: Certificate, stop: { kind: string; placedOn: string }) =>
  `${labelOf(one)} has a stop: ${stop.kind}, placed ${formatDate(stop.placedOn)}.`;

/** Paper that went out comes back, or its loss is sworn. */
function paperObstacles({ content }: Work, original: Original): Obstacle[] {
  const isSworn = hasDocument(content, ['LossAffidavit']);
  return outstanding(original).flatMap((one) => {
    if (one.form !== 'Certificate') return [];
    const isHere = content.certificates.some(
      (given) =>
        given.isPaperHere &&
        (given.controlCertificateId
          ? BigInt(given.controlCertificateId) === one.id
          : given.prefixAndCertificateNumber?.trim().toUpperCase() === labelOf(one)),
    );
    return [
      holds(
        'documentMissing',
        'certificates',
        `Missing: the paper of ${labelOf(one)}, or an affidavit of loss.`,
        ['O07'],
        isHere || isSworn,
      ),
    ];
  });
}

/** A certificate that a correction names beside those of its transaction; it may only say that their paper is here. */
export function certificateObstacles({ content }: Work, { issued, movements }: Original): Obstacle[] {
  const all = [...issued, ...movements.map(({ last }) => last)];
  const isKnown = (given: (typeof content.certificates)[number]) =>
    all.some((one) =>
      given.controlCertificateId
        ? BigInt(given.controlCertificateId) === lastingId(one)
        : given.prefixAndCertificateNumber?.trim().toUpperCase() === labelOf(one),
    );
  return content.certificates.flatMap((given, index) =>
    isKnown(given)
      ? []
      : [
          refuses(
            'unknownCertificate',
            `certificates[${index}]`,
            'A correction takes the certificates that its transaction issued, and no others.',
          ),
        ],
  );
}

const depositoryKinds = ['Depository deposit', 'Depository withdrawal'];

/** The depository's books moved with ours: it has to move them back, and says so by a reference. */
async function depositoryObstacles({ book, content }: Work, original: Original): Promise<Obstacle[]> {
  if (!depositoryKinds.includes(original.subKind)) return [];
  const { rows } = await book.tx.query<{ depository_reference: string | null }>(
    'select depository_reference from item where issuer_id = $1 and txn_id = $2',
    [book.issuerId, original.id],
  );
  const reference = rows[0]?.depository_reference;
  const isCountered = content.documents.some(
    ({ kind, state, reference: counter }) =>
      kind === 'ParticipantInstruction' &&
      (state === 'Original' || state === 'Copy') &&
      !!counter?.trim() &&
      counter.trim() !== reference,
  );
  const under = reference ? ` under ${reference}` : '';
  return [
    holds(
      'documentMissing',
      'documents',
      `Missing: the participant's instruction with the depository's counter-reference; transaction ${original.number} was confirmed${under}.`,
      ['D11'],
      isCountered,
    ),
  ];
}

/** Property that was remitted comes back by the state's return. */
async function escheatObstacles({ book, content }: Work, original: Original): Promise<Obstacle[]> {
  const { rows } = await book.tx.query<{ state: string; remitted_on: string }>(
    'select state, remitted_on from escheat where issuer_id = $1 and txn_id = $2 order by id limit 1',
    [book.issuerId, original.id],
  );
  const [remitted] = rows;
  if (!remitted && original.subKind !== 'Escheat') return [];
  const when = remitted ? ` to ${remitted.state || 'the state'} on ${formatDate(remitted.remitted_on)}` : '';
  return [
    holds(
      'documentMissing',
      'documents',
      `Missing: the state's return; the shares were remitted${when}.`,
      ['O14'],
      hasDocument(content, ['StateReturn']),
    ),
  ];
}

/** What a dividend paid stays paid. */
async function dividendObstacles({ book, content }: Work, original: Original): Promise<Obstacle[]> {
  const classes = [...new Set(touchedBy(original).map((one) => one.classId))];
  const { rows } = await book.tx.query<{ record_on: string }>(
    `select record_on from dividend
      where issuer_id = $1 and class_id = any($2::bigint[]) and status = 'Paid' and kind <> 'Stock' and record_on >= $3
      order by record_on limit 10`,
    [book.issuerId, arrayText(classes), content.effectiveDate ?? original.effectiveOn],
  );
  return rows.map((row) =>
    warns(
      'dividendPaid',
      'effectiveDate',
      `The dividend of ${formatDate(row.record_on)} was paid by its list; adjust the payments apart.`,
    ),
  );
}

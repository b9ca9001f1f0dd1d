import type { DocumentKind } from '#lib/contract/agent/values';
import { addDays, formatDate } from '#lib/format/dates';
import { loadAccounts, namesText } from '#registry/ledger/core/accounts';
import { certificatesById } from '#registry/ledger/core/certificates';
import type { Certificate, Stop, StopKind } from '#registry/ledger/core/types';
import { findStop, releaseStopIn } from '#registry/ledger/stops';
import { type KindRules, nothingPrepared, type Prepared, type Work } from '../item-work.ts';
import { hasDocument, holds, type Obstacle, orByReason, refuses } from '../obstacle.ts';
import { labelOf } from '../presented-certificates.ts';

/** Stops end without a transfer. No shares move, so there is no transaction. */
export const stopReleaseRules: KindRules = { transaction: null, isCounted: false, prepare };

/** What ends a stop of each kind: any of these documents, or a reason where no document shows it. */
const endings: Record<StopKind, { documents: readonly DocumentKind[]; sentence: string }> = {
  'Lost, stolen or not received': {
    documents: ['OwnerLetter'],
    sentence: "the owner's letter that the certificate was found",
  },
  'Adverse claim': {
    documents: ['Withdrawal'],
    sentence: 'the withdrawal of the claim, or 30 days after the notice',
  },
  'Court order or levy': { documents: ['CourtOrder'], sentence: "the court's release" },
  'Deceased - documents required': {
    documents: ['DeathCertificate', 'OwnerLetter'],
    sentence: 'a paper that shows the error',
  },
  'Issuer stop': { documents: ['IssuerLetter'], sentence: "the issuer's letter" },
  'Escheat hold': { documents: ['OwnerLetter'], sentence: "the owner's contact" },
  'Post-split certificate not surrendered': { documents: ['Assignment'], sentence: 'the surrendered paper' },
};

/** A claim that was notified is withheld at most this many days, unless process or a bond follows. */
const claimDaysMax = 30;

async function prepare(work: Work): Promise<Prepared> {
  const { book, content } = work;
  const obstacles: Obstacle[] = [];
  if (content.stopIds.length === 0)
    obstacles.push(refuses('incomplete', 'stopIds', 'Name the stops to release.'));
  if (!content.reason) obstacles.push(refuses('incomplete', 'reason', 'Enter the reason of the release.'));
  const { found, obstacles: wrong } = await stopsOf(work);
  obstacles.push(...wrong);
  const certificates = [...new Set(found.map((one) => one.certificate))];
  const owners = [...new Set(certificates.map((one) => one.holderId))];
  await loadAccounts(book, owners);
  const notices = await noticesOf(work);
  for (const { stop, certificate } of found)
    obstacles.push(...endingObstacles(work, stop, certificate, notices.get(stop.id) ?? null));
  const prepared = {
    ...nothingPrepared,
    obstacles,
    classId: certificates[0]?.classId ?? null,
    transferFrom: namesText(book, owners),
    certificates,
  };
  if (found.length === 0 || !content.reason) return prepared;
  const { reason } = content;
  return {
    ...prepared,
    run: async (entry) => {
      for (const { stop } of found)
        await releaseStopIn(book, {
          issuerId: book.issuerId,
          stopId: stop.id,
          releasedOn: entry.effectiveOn,
          by: work.actor.email,
          reason,
          document: entry.documents ?? '',
        });
      return null;
    },
  };
}

type FoundStop = { stop: Stop; certificate: Certificate };

async function stopsOf({ book, content }: Work): Promise<{ found: FoundStop[]; obstacles: Obstacle[] }> {
  const found: FoundStop[] = [];
  const obstacles: Obstacle[] = [];
  for (const [index, id] of content.stopIds.entries()) {
    const stop = await findStop(book, BigInt(id));
    const field = `stopIds[${index}]`;
    if (!stop || stop.releasedOn)
      obstacles.push(refuses('unknownStop', field, `There is no active stop ${id}.`));
    else if (found.some((one) => one.stop === stop))
      obstacles.push(refuses('sameTwice', field, `Stop ${id} is named twice.`));
    else found.push({ stop, certificate: (await certificatesById(book, [stop.certificateId]))[0]! });
  }
  return { found, obstacles };
}

/** The day each stop was notified to who presented the certificate. */
async function noticesOf({ book, content }: Work): Promise<Map<bigint, string | null>> {
  const { rows } = await book.tx.query<{ id: bigint; notice_on: string | null }>(
    'select id, notice_on from stop where issuer_id = $1 and id = any($2::bigint[])',
    [book.issuerId, `{${content.stopIds.join(',')}}`],
  );
  return new Map(rows.map((row) => [row.id, row.notice_on]));
}

function endingObstacles(
  { content, today }: Work,
  stop: Stop,
  certificate: Certificate,
  noticeOn: string | null,
): Obstacle[] {
  const { documents, sentence } = endings[stop.kind];
  const hasLapsed =
    stop.kind === 'Adverse claim' && noticeOn !== null && addDays(noticeOn, claimDaysMax) < today;
  return [
    orByReason(
      content,
      holds(
        'documentMissing',
        'documents',
        `Missing: ${sentence}. ${labelOf(certificate)} has a stop: ${stop.kind}, placed ${formatDate(stop.placedOn)}.`,
        ['O09'],
        hasLapsed || hasDocument(content, documents),
      ),
    ),
  ];
}

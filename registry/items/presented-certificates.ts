// Finds the certificates that an item presents, and what is wrong with them.

import type { ItemContent } from '#lib/contract/agent/content';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { queryPrepared } from '#registry/db/query-prepared';
import { certificatesById, never, readCertificates, sumShares } from '#registry/ledger/core/certificates';
import { lastingId, lastRowOf } from '#registry/ledger/core/positions';
import type { Certificate } from '#registry/ledger/core/types';
import type { UnitOfWork } from '#registry/ledger/core/unit-of-work';
import { activeStops, loadStops } from '#registry/ledger/stops';
import type { Work } from './item-work.ts';
import { holds, type Obstacle, refuses } from './obstacle.ts';
import {
  type CertificateNumber,
  numberKey,
  type PresentedRow,
  readNumbers,
  readPresented,
} from './reads/read-cache.ts';
import { stopRules } from './rules/stops.ts';

/** Above every number of an item: one that is not recorded yet comes last. */
const lastId = 2n ** 62n;

export const labelOf = (one: { prefix: string; number: bigint }): string => `${one.prefix}-${one.number}`;

/** The certificates an item presents, by id or number, and what is wrong with them. */
export async function presentedCertificates(
  work: Work,
): Promise<{ certificates: Certificate[]; obstacles: Obstacle[] }> {
  const { book, content } = work;
  const obstacles: Obstacle[] = [];
  const found: Certificate[] = [];
  for (const [index, given] of content.certificates.entries()) {
    const field = `certificates[${index}]`;
    const one = await findCertificate(work, given);
    if (!one) {
      const name = given.prefixAndCertificateNumber || `with the number ${given.controlCertificateId ?? ''}`;
      obstacles.push(
        refuses('unknownCertificate', field, `${book.issuerName} has no certificate ${name}.`, ['O16']),
      );
      continue;
    }
    if (found.includes(one)) {
      obstacles.push(refuses('sameTwice', field, `${labelOf(one)} is named twice.`));
      continue;
    }
    found.push(one);
    if (one.canceledOn !== never) {
      obstacles.push(await notOutstanding(book, one, field));
      continue;
    }
    if (given.sharesOnPaper && given.sharesOnPaper !== one.shares) {
      obstacles.push(
        holds(
          'shareMismatch',
          `${field}.sharesOnPaper`,
          `The paper shows ${formatShares(given.sharesOnPaper)} shares; the register shows ${formatShares(one.shares)}.`,
        ),
      );
    }
  }
  const classes = new Set(found.map((one) => one.classId));
  if (classes.size > 1)
    obstacles.push(
      refuses(
        'mixedClass',
        'certificates',
        'The certificates are of several classes; an item is for one class.',
        ['D08'],
      ),
    );
  obstacles.push(...(await otherItemsOn(work, found, 'before')));
  return { certificates: found, obstacles };
}

/** The number that a content gives of a certificate, in parts; null when it is none. */
export function numberOf(text: string | null | undefined): CertificateNumber | null {
  const parts = /^([a-z0-9]{1,12})-?(\d{1,15})$/i.exec(text?.trim() ?? '');
  return parts && { prefix: parts[1]!.toUpperCase(), number: parts[2]! };
}

async function findCertificate(
  work: Work,
  given: ItemContent['certificates'][number],
): Promise<Certificate | undefined> {
  const { book, content } = work;
  let id = given.controlCertificateId ? BigInt(given.controlCertificateId) : undefined;
  if (id === undefined) {
    const number = numberOf(given.prefixAndCertificateNumber);
    if (!number) return undefined;
    await readNumbers(work, [number]);
    const rows = work.known.numbers.get(numberKey(number)) ?? [];
    const classId = content.securityTypeId ? BigInt(content.securityTypeId) : null;
    const fitting =
      classId === null || rows.length === 1 ? rows : rows.filter((row) => row.class_id === classId);
    if (fitting.length !== 1) return undefined;
    id = fitting[0]!.id;
  }
  await readCertificates(book, [id]);
  const found = book.certificates.get(id);
  // A position is known by its number and by the id of its first row, and is what its last row says.
  return found?.position ? lastRowOf(book, found.position.id) : found;
}

/** Successors that a sentence names. */
const successorsMax = 10;

async function notOutstanding(book: UnitOfWork, one: Certificate, field: string): Promise<Obstacle> {
  // A split replaces the certificates of the whole class: the successors are those of the same account.
  const { rows } = await queryPrepared<{ txn: bigint; names: string[] }>(
    book.tx,
    `select coalesce(t.customer_id, t.id) as txn,
            array(select c.prefix || '-' || c.number from certificate c
                   where c.issuer_id = $1 and c.issued_txn = t.id and (t.kind = 'T' or c.holder_id = $3)
                   order by c.id limit $4) as names
       from txn t where t.issuer_id = $1 and t.id = $2`,
    [book.issuerId, one.canceledTxn, one.holderId, successorsMax + 1],
  );
  const { txn, names } = rows[0] ?? { txn: 0n, names: [] };
  const shown = names.slice(0, successorsMax).join(', ');
  const more = names.length > successorsMax ? ' and others' : '';
  const successors = names.length > 0 ? ` Its successors are ${shown}${more}.` : '';
  return refuses(
    'notOutstanding',
    field,
    `${labelOf(one)} was canceled on ${formatDate(one.canceledOn)} by transaction ${txn}.${successors}`,
    ['O08'],
  );
}

/**
 * Other open items that present the same certificates. 'before': those that go first, because they arrived earlier or
 * ask for a stop. An item does not wait for one that arrived later; otherwise neither could be posted.
 */
export async function otherItemsOn(
  work: Work,
  certificates: readonly Certificate[],
  which: 'before' | 'all',
): Promise<Obstacle[]> {
  const { item, content } = work;
  if (certificates.length === 0) return [];
  await readPresented(work, certificates.map(lastingId));
  const own = item?.id ?? lastId;
  const receivedAt = Date.parse(content.receivedAt);
  const isBefore = (other: PresentedRow) => {
    const at = Date.parse(other.received_at);
    return at < receivedAt || (at === receivedAt && other.id < own);
  };
  const others = certificates
    .flatMap((one) => work.known.presented.get(lastingId(one))!.map((other) => ({ one, other })))
    .filter(({ other }) => other.id !== own)
    .filter(({ other }) => which === 'all' || other.kind === 'StopPlace' || isBefore(other))
    .sort((a, b) => (a.other.id < b.other.id ? -1 : 1));
  return others.map(({ one, other }) =>
    holds(
      'sameCertificate',
      'certificates',
      `${labelOf(one)} is also in item ${other.id}, received ${formatDate(other.received_on)}.`,
      ['O15'],
    ),
  );
}

/**
 * The outstanding certificates of an account, a nominee's position first, then oldest first, until they have enough
 * shares. Those of treasury only where the kind may use them.
 */
export async function certificatesOfPosition(
  work: Work,
  withTreasury = false,
): Promise<{ certificates: Certificate[]; obstacles: Obstacle[] }> {
  const { book, content } = work;
  const position = content.sourcePosition;
  if (!position) return { certificates: [], obstacles: [] };
  const restriction = position.restrictionCode ?? 'N';
  const { rows } = await queryPrepared<{ id: bigint }>(
    book.tx,
    `select id from certificate
      where issuer_id = $1 and holder_id = $2 and canceled_on = '9999-12-31' and restriction = $3
        and (not is_treasury or $5) and ($4::bigint is null or class_id = $4)
      order by position_id is null, issued_on, id`,
    [book.issuerId, position.systemShareholderId, restriction, content.securityTypeId ?? null, withTreasury],
  );
  const chosen: Certificate[] = [];
  // Canceled by an earlier item of the same transaction, which is not written yet.
  const all = (
    await certificatesById(
      book,
      rows.map((row) => row.id),
    )
  ).filter((one) => one.canceledOn === never);
  const unwritten = [...book.certificates.values()].filter(
    (one) =>
      !one.isStored &&
      one.canceledOn === never &&
      one.holderId === BigInt(position.systemShareholderId) &&
      one.restriction === restriction,
  );
  const isMoved = (one: Certificate) => one.position !== null;
  const inOrder = [...all, ...unwritten].sort((a, b) => Number(isMoved(b)) - Number(isMoved(a)));
  for (const one of inOrder) {
    if (sumShares(chosen) >= position.shares) break;
    chosen.push(one);
  }
  const held = sumShares(chosen);
  if (held >= position.shares) return { certificates: chosen, obstacles: [] };
  return {
    certificates: [],
    obstacles: [
      refuses(
        'insufficientShares',
        'sourcePosition.shares',
        `The account has ${formatShares(held)} shares coded ${restriction}; ${formatShares(position.shares)} are needed.`,
        ['D01', 'O10'],
      ),
    ],
  };
}

/** The active stops of certificates that the item does not resolve. */
export async function stopObstacles(work: Work, certificates: readonly Certificate[]): Promise<Obstacle[]> {
  const { book, content } = work;
  await loadStops(
    book,
    certificates.map((one) => one.id),
  );
  const listed = new Set(content.stopIds.map(BigInt));
  const active = new Set(certificates.flatMap((one) => activeStops(book, one.id).map((stop) => stop.id)));
  const unknown = content.stopIds.flatMap((id, index) =>
    active.has(BigInt(id))
      ? []
      : [refuses('unknownStop', `stopIds[${index}]`, `The certificates have no active stop ${id}.`)],
  );
  const found = certificates.flatMap((one) =>
    activeStops(book, one.id).flatMap((stop) => {
      const sentence = `${labelOf(one)} has a stop: ${stop.kind}, placed ${formatDate(stop.placedOn)}.`;
      if (!listed.has(stop.id)) return [holds('stopped', 'certificates', sentence, ['D06', 'O09'])];
      if (content.caseCode && stopRules[stop.kind].resolvedBy.includes(content.caseCode)) return [];
      return [refuses('stopped', 'stopIds', `${sentence} This case does not resolve it.`, ['O09'])];
    }),
  );
  return [...unknown, ...found];
}

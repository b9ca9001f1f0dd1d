// What posting an item changes: certificates, balances and stops, for the preview before it.

import type { ItemContent } from '#lib/contract/agent/content';
import type { ExactResponseFor } from '#lib/contract/index';
import { arrayText } from '#registry/db/insert';
import { lastingId, movedSides } from '#registry/ledger/core/positions';
import type { Posted } from '#registry/ledger/core/post';
import { lotsOf } from '#registry/ledger/core/tax-lots';
import type { Certificate, DayDelta } from '#registry/ledger/core/types';
import { classOf, inLine, type UnitOfWork } from '#registry/ledger/core/unit-of-work';
import { activeStops } from '#registry/ledger/stops';
import { labelOf } from './presented-certificates.ts';

export type Effect = NonNullable<ExactResponseFor<'CheckItem'>['effect']>;

type Moved = Pick<Certificate, 'holderId'>;

/**
 * Of the certificates issued, those that nobody asked for: what is left of the shares goes back to their holder. They
 * come after the lines. A reversal without a replacement has no lines and issues again what it was.
 */
export function balancesIn<One extends Moved>(
  canceled: readonly Moved[],
  issued: readonly One[],
  { kind, lines }: Pick<ItemContent, 'kind' | 'lines'>,
): readonly One[] {
  if (kind === 'Correction' && lines.length === 0) return [];
  const givers = new Set(canceled.map((one) => one.holderId));
  return issued.slice(lines.length).filter((one) => givers.has(one.holderId));
}

/** What a verb that was carried out in this book changed, read from the book's memory. */
export async function effectOf(
  book: UnitOfWork,
  posted: Posted | null,
  content: Pick<ItemContent, 'kind' | 'lines'>,
): Promise<Effect> {
  const canceled = posted?.canceled ?? [];
  const issued = posted?.issued ?? [];
  const certificates = [...canceled, ...issued];
  const classId = certificates[0]?.classId ?? null;
  const sides = movedSides(canceled, issued);
  const balances = balancesIn(canceled, posted?.madeOf ?? [], content)
    .filter((one) => one.position === null)
    .map((one) => one.id);
  return {
    certificatesCanceled: sides.canceled.map((one) => certificateEffect(book, one, false)),
    certificatesIssued: sides.issued.map((one) => certificateEffect(book, one, balances.includes(one.id))),
    accounts: await accountEffects(book, classId, certificates),
    classTotals: classId === null ? null : await totalsEffect(book, classId),
    controlBook: inLine(book, 'control_entry').map((row) => ({
      kind: String(row.kind),
      creditedShares: row.credited_shares as bigint,
      debitedShares: row.debited_shares as bigint,
      treasuryShares: row.treasury_delta as bigint,
      reservedShares: row.reserved_delta as bigint,
      authority: String(row.authority),
    })),
    stops: stopEffects(book, certificates),
    otherItems: classId === null ? [] : await otherItems(book, sides.canceled),
  };
}

function certificateEffect(book: UnitOfWork, one: Certificate, isBalance: boolean) {
  const account = book.accounts.get(one.holderId);
  // The number of a new certificate is taken when it is posted; a position has one.
  const isNew = !one.isStored && one.position === null;
  return {
    controlCertificateId: isNew ? null : lastingId(one),
    prefixAndCertificateNumber: isNew ? null : labelOf(one),
    systemShareholderId: one.holderId > 0n ? one.holderId : null,
    name: account?.label ?? '',
    shares: one.shares,
    certificateType: one.form,
    restrictionCode: one.restriction,
    legend: one.legend,
    acquiredOn: one.acquiredOn,
    isBalance,
    taxLots: lotsOf(book, [one]).map((lot) => ({
      acquisitionDate: lot.acquiredOn,
      shares: lot.shares,
      costPerShare: lot.costPerShare,
    })),
  };
}

async function accountEffects(
  book: UnitOfWork,
  classId: bigint | null,
  certificates: readonly Certificate[],
): Promise<Effect['accounts']> {
  const holders = [...new Set(certificates.map((one) => one.holderId))];
  if (classId === null || holders.length === 0) return [];
  const { rows } = await book.tx.query<{ holder_id: bigint; shares: bigint }>(
    `select holder_id, sum(shares)::bigint as shares from certificate
      where issuer_id = $1 and class_id = $2 and holder_id = any($3::bigint[]) and canceled_on = '9999-12-31'
      group by holder_id`,
    [book.issuerId, classId, arrayText(holders)],
  );
  const before = new Map(rows.map((row) => [row.holder_id, row.shares]));
  const changes = new Map<bigint, bigint>();
  for (const one of certificates)
    changes.set(one.holderId, (changes.get(one.holderId) ?? 0n) + (one.isStored ? -one.shares : one.shares));
  return holders.map((holderId) => {
    const held = before.get(holderId) ?? 0n;
    const change = changes.get(holderId) ?? 0n;
    return {
      systemShareholderId: holderId > 0n ? holderId : null,
      name: book.accounts.get(holderId)?.label ?? '',
      isNew: holderId < 0n || book.newAccounts.has(holderId),
      sharesBefore: held,
      sharesAfter: held + change,
    };
  });
}

async function totalsEffect(book: UnitOfWork, classId: bigint): Promise<Effect['classTotals']> {
  const { rows } = await book.tx.query<{ outstanding: bigint; treasury: bigint; restricted: bigint }>(
    `select coalesce(sum(outstanding_delta), 0)::bigint as outstanding,
            coalesce(sum(treasury_delta), 0)::bigint as treasury,
            coalesce(sum(restricted_delta), 0)::bigint as restricted
       from class_day where issuer_id = $1 and class_id = $2`,
    [book.issuerId, classId],
  );
  const { outstanding, treasury, restricted } = rows[0]!;
  const change = (name: keyof DayDelta) =>
    [...book.days]
      .filter(([key]) => key.endsWith(` ${classId}`))
      .reduce((sum, [, delta]) => sum + delta[name], 0n);
  return {
    securityTypeId: classId,
    name: classOf(book, classId).name,
    outstandingBefore: outstanding,
    outstandingAfter: outstanding + change('outstanding'),
    treasuryBefore: treasury,
    treasuryAfter: treasury + change('treasury'),
    restrictedBefore: restricted,
    restrictedAfter: restricted + change('restricted'),
  };
}

/** The stops on the certificates that go or come, and every stop that is placed or released. */
export function stopEffects(book: UnitOfWork, moved: readonly Certificate[]): Effect['stops'] {
  const changed = [...book.stops]
    .filter(([, stops]) => stops.some((stop) => !stop.isStored || book.releasedNow.has(stop)))
    .map(([id]) => book.certificates.get(id)!);
  return [...new Set([...moved, ...changed])].flatMap((one) => {
    const released = (book.stops.get(one.id) ?? []).filter((stop) => book.releasedNow.has(stop));
    return [...activeStops(book, one.id), ...released].map((stop) => ({
      stopId: stop.id,
      // The number of a new certificate is taken when it is posted.
      prefixAndCertificateNumber: one.isStored ? labelOf(one) : '',
      kind: stop.kind,
      placedOn: stop.placedOn,
      isReleased: stop.releasedOn !== null,
    }));
  });
}

/** Open items that present the certificates that would go. */
async function otherItems(book: UnitOfWork, canceled: readonly Certificate[]): Promise<Effect['otherItems']> {
  const { rows } = await book.tx.query<{
    certificate_id: bigint;
    id: bigint;
    txn_id: bigint | null;
    stage: Effect['otherItems'][number]['stage'];
  }>(
    `select c.certificate_id, t.id, t.txn_id, t.stage
       from item_certificate c join item t on t.issuer_id = $1 and t.id = c.item_id
      where c.issuer_id = $1 and c.certificate_id = any($2::bigint[]) order by t.id`,
    [book.issuerId, arrayText(canceled.map(lastingId))],
  );
  return rows.map((row) => ({
    itemId: row.id,
    displayTransactionId: row.txn_id,
    stage: row.stage,
    prefixAndCertificateNumber: labelOf(canceled.find((one) => lastingId(one) === row.certificate_id)!),
  }));
}

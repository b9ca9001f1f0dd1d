// Issues shares from unissued shares, a reserve or treasury (transaction type N).

import { loadAccounts, namesText } from '../core/accounts.ts';
import { certificatesById, sumShares } from '../core/certificates.ts';
import type { Entry } from '../core/entry.ts';
import { assertRule } from '../core/ledger-error.ts';
import { type Posted, post } from '../core/post.ts';
import type { NewCertificate } from '../core/posting.ts';
import { checkSubKind, issueKinds } from '../core/sub-kinds.ts';
import { loadLots, lotsOf, takeLots } from '../core/tax-lots.ts';
import type { Form, Lot, Restriction } from '../core/types.ts';
import { classOf, type UnitOfWork } from '../core/unit-of-work.ts';
import { verb } from '../core/verb.ts';

export type IssueLine = {
  holderId: bigint;
  shares: bigint;
  form?: Form;
  prefix?: string;
  restriction?: Restriction;
  legend?: string;
  /** Default: the effective date. */
  acquiredOn?: string;
  customerId?: bigint | null;
  lots?: readonly Lot[];
};

export type Issue = {
  issuerId: bigint;
  entry: Entry;
  classId: bigint;
  lines: readonly IssueLine[];
  /** Default: unissued shares. A re-issue from treasury names the treasury certificates. */
  source?: { reserveId: bigint } | { treasuryCertificates: readonly bigint[] };
};

/** N: issues new shares from unissued shares or a reserve, or re-issues treasury shares. */
export async function issueIn(book: UnitOfWork, input: Issue): Promise<Posted> {
  const { entry, classId, lines, source } = input;
  const facts = classOf(book, classId);
  await loadAccounts(
    book,
    lines.map((line) => line.holderId),
  );
  checkSubKind(entry.subKind, issueKinds);
  assertRule(lines.length > 0, 'nothingMoved', 'certificates', 'An issuance needs at least one certificate.');
  assertRule(
    entry.authority,
    'authorityMissing',
    'authority',
    'An issuance needs the instruction it rests on.',
  );
  const issue: NewCertificate[] = lines.map((line) => {
    const account = book.accounts.get(line.holderId)!;
    assertRule(
      !account.isTreasury,
      'treasuryRole',
      'holderId',
      'Shares reach treasury by a repurchase only.',
    );
    const { restriction = 'N', acquiredOn = entry.effectiveOn } = line;
    return { ...line, classId, restriction, acquiredOn };
  });
  const total = sumShares(lines);
  const base = {
    entry,
    kind: 'N' as const,
    transferFrom: '',
    issuedTo: namesText(
      book,
      lines.map((l) => l.holderId),
    ),
  };
  if (source && 'treasuryCertificates' in source) {
    const cancel = await certificatesById(book, source.treasuryCertificates);
    assertRule(
      cancel.length > 0 && cancel.every((one) => one.isTreasury && one.classId === classId),
      'treasuryRole',
      'source',
      `A re-issue comes out of ${facts.name} held in treasury.`,
    );
    const rest = sumShares(cancel) - total;
    assertRule(
      rest >= 0n,
      'unbalanced',
      'source',
      'The treasury certificates hold fewer shares than are issued.',
    );
    // The rest is returned unchanged, with the treasury's prefix and the remaining lots. Re-issued shares get a
    // new basis, which the lines give.
    await loadLots(book, source.treasuryCertificates);
    const lots = [...lotsOf(book, cancel)];
    takeLots(lots, total);
    const { holderId, form, prefix, acquiredOn, restriction, legend } = cancel[0]!;
    if (rest > 0n)
      issue.push({ classId, holderId, shares: rest, form, prefix, restriction, legend, acquiredOn, lots });
    await loadAccounts(book, [holderId]);
    return post(book, { ...base, cancel, issue, lines: [{ classId, treasury: -total }] });
  }
  const reserves = source ? [{ reserveId: source.reserveId, delta: -total }] : [];
  return post(book, { ...base, cancel: [], issue, lines: [{ classId, credited: total, reserves }] });
}

export const issue = verb(issueIn);

// Retires shares of an account or of treasury (transaction type R).

import { loadAccounts, namesText } from './core/accounts.ts';
import { certificatesById, sumShares } from './core/certificates.ts';
import type { Entry } from './core/entry.ts';
import { assertRule } from './core/ledger-error.ts';
import { type Posted, post } from './core/post.ts';
import type { NewCertificate } from './core/posting.ts';
import { checkSubKind, retireKinds } from './core/sub-kinds.ts';
import { loadLots, lotsOf, takeLots } from './core/tax-lots.ts';
import type { UnitOfWork } from './core/unit-of-work.ts';
import { verb } from './core/verb.ts';

export type Retire = {
  issuerId: bigint;
  entry: Entry;
  /** Certificates of one class; of one account when only part is retired. */
  certificates: readonly bigint[];
  /** Shares retired; default all. The rest is returned as a balance certificate. */
  shares?: bigint;
};

/** R: retires shares of a holder's account or of treasury. */
export async function retireIn(book: UnitOfWork, input: Retire): Promise<Posted> {
  const { entry } = input;
  const cancel = await certificatesById(book, input.certificates);
  await loadAccounts(
    book,
    cancel.map((one) => one.holderId),
  );
  await loadLots(book, input.certificates);
  checkSubKind(entry.subKind, retireKinds);
  const first = cancel[0];
  assertRule(first, 'nothingMoved', 'certificates', 'A retirement needs something to retire.');
  const { classId, holderId, restriction, isTreasury } = first;
  assertRule(
    cancel.every((one) => one.classId === classId),
    'mixedClass',
    'certificates',
    'Retire one class at a time.',
  );
  assertRule(
    cancel.every((one) => one.isTreasury === isTreasury),
    'treasuryRole',
    'certificates',
    'Retire treasury shares and holders’ shares apart.',
  );
  assertRule(
    entry.authority,
    'authorityMissing',
    'authority',
    'A retirement needs the instruction it rests on.',
  );
  const surrendered = sumShares(cancel);
  const retired = input.shares ?? surrendered;
  assertRule(
    retired > 0n && retired <= surrendered,
    'unbalanced',
    'shares',
    'More is to be retired than is surrendered.',
  );
  const issue: NewCertificate[] = [];
  if (retired < surrendered) {
    assertRule(
      cancel.every((one) => one.holderId === holderId),
      'oneAccount',
      'certificates',
      'A balance needs one account.',
    );
    assertRule(
      cancel.every((one) => one.restriction === restriction),
      'mixedRestriction',
      'certificates',
      'Retire restricted and free shares apart.',
    );
    const lots = [...lotsOf(book, cancel)];
    takeLots(lots, retired);
    const acquiredOn = cancel
      .map((one) => one.acquiredOn)
      .sort()
      .at(-1)!;
    const { form, prefix, legend } = first;
    const shares = surrendered - retired;
    issue.push({ classId, holderId, shares, form, prefix, restriction, legend, acquiredOn, lots });
  }
  return post(book, {
    entry,
    kind: 'R',
    transferFrom: namesText(
      book,
      cancel.map((one) => one.holderId),
    ),
    issuedTo: '',
    cancel,
    issue,
    lines: [{ classId, debited: retired, treasury: isTreasury ? -retired : 0n }],
  });
}

export const retire = verb(retireIn);

// Transfers shares of one class between accounts (transaction type T).

import { loadAccounts, namesText } from './core/accounts.ts';
import { certificatesById, sumShares } from './core/certificates.ts';
import type { Entry } from './core/entry.ts';
import { centsOf } from './core/fractions.ts';
import { assertRule } from './core/ledger-error.ts';
import { type Posted, post } from './core/post.ts';
import type { NewCertificate } from './core/posting.ts';
import { type TransferKind, transferKinds } from './core/sub-kinds.ts';
import { loadLots, lotsOf, takeLots } from './core/tax-lots.ts';
import type { Certificate, Form, Lot, Restriction } from './core/types.ts';
import { classOf, type UnitOfWork } from './core/unit-of-work.ts';
import { verb } from './core/verb.ts';

export type TransferLine = {
  holderId: bigint;
  shares: bigint;
  form?: Form;
  prefix?: string;
  /** Default: the restriction of the shares it is made of. */
  restriction?: Restriction;
  legend?: string;
  /** Default: that of the shares it is made of, or the effective date, by purpose. */
  acquiredOn?: string;
  /** Lots as a transfer statement gives them. Default: those of the shares it is made of where the purpose keeps them. */
  lots?: readonly Lot[];
  customerId?: bigint | null;
};

export type Transfer = {
  issuerId: bigint;
  entry: Entry & { subKind: TransferKind };
  /** Certificates surrendered, all of one class, consumed in this order. */
  certificates: readonly bigint[];
  /** Lines for the transferees; the rest is returned to the transferor as a balance certificate. */
  lines: readonly TransferLine[];
  /** The entry resolves the stops on these certificates. */
  resolvesStops?: boolean;
};

/** Shares of a surrendered certificate not yet assigned to a line. */
type Piece = { certificate: Certificate; left: bigint };

/** T: moves shares of one class between accounts, or changes form, denomination or legend. */
export async function transferIn(book: UnitOfWork, input: Transfer): Promise<Posted> {
  const { entry } = input;
  const rules = transferKinds[entry.subKind];
  assertRule(rules, 'subKind', 'subKind', `"${entry.subKind}" is not a known purpose.`);
  const cancel = await certificatesById(book, input.certificates);
  await loadAccounts(
    book,
    [...input.lines, ...cancel].map((one) => one.holderId),
  );
  await loadLots(book, input.certificates);
  const first = cancel[0];
  assertRule(
    first && input.lines.length > 0,
    'nothingMoved',
    'certificates',
    'A transfer needs something to move.',
  );
  const classId = first.classId;
  assertRule(
    cancel.every((one) => one.classId === classId),
    'mixedClass',
    'certificates',
    'A transfer moves one class only.',
  );
  const issue = compose(book, input, cancel);
  checkMoved(book, input, cancel, issue);
  checkRestrictions(cancel, issue, rules.legend);
  const treasury = treasuryShares(book, issue) - sumShares(cancel.filter((one) => one.isTreasury));
  return post(book, {
    entry,
    kind: 'T',
    transferFrom: namesText(
      book,
      cancel.map((one) => one.holderId),
    ),
    issuedTo: namesText(
      book,
      input.lines.map((line) => line.holderId),
    ),
    cancel,
    issue,
    lines: treasury === 0n ? [] : [{ classId, treasury }],
    stops: input.resolvesStops ? 'release' : undefined,
  });
}

export const transfer = verb(transferIn);

/** The certificates to issue: the lines, which take the surrendered shares in order, then the balance. */
function compose(book: UnitOfWork, input: Transfer, cancel: readonly Certificate[]): NewCertificate[] {
  const { entry } = input;
  const pieces: Piece[] = cancel.map((certificate) => ({ certificate, left: certificate.shares }));
  const lots = [...lotsOf(book, cancel)];
  const owners = new Set(cancel.map((one) => one.holderId));
  const keepsLots = transferKinds[entry.subKind].keepsLots;
  const issue = input.lines.map((line) => {
    assertRule(line.shares > 0n, 'notPositive', 'shares', 'A certificate needs at least one share.');
    const keeps = keepsLots || owners.has(line.holderId);
    return make(line, take(pieces, line.shares), takeLots(lots, line.shares), keeps, entry.effectiveOn);
  });
  const parts = pieces.filter((piece) => piece.left > 0n);
  if (parts.length === 0) return issue;
  assertRule(
    owners.size === 1,
    'oneAccount',
    'lines',
    'A balance needs one transferor; name every certificate to issue.',
  );
  // The balance keeps form and restriction: one certificate per restriction, in the form surrendered.
  const byRestriction = Map.groupBy(parts, (part) => part.certificate.restriction);
  for (const group of byRestriction.values()) {
    const { holderId, form, prefix, restriction, legend } = group[0]!.certificate;
    const shares = group.reduce((sum, part) => sum + part.left, 0n);
    const made = group.map((part) => ({ certificate: part.certificate, left: part.left }));
    const line = { holderId, shares, form, prefix, restriction, legend };
    issue.push(make(line, made, takeLots(lots, shares), true, entry.effectiveOn));
  }
  return issue;
}

function make(line: TransferLine, from: Piece[], lots: Lot[], keeps: boolean, day: string): NewCertificate {
  const restrictions = new Set(from.map((piece) => piece.certificate.restriction));
  assertRule(
    line.restriction || restrictions.size === 1,
    'mixedRestriction',
    'restriction',
    'These shares carry different restrictions; name one for each certificate.',
  );
  if (keeps) checkGivenLots(line, lots);
  const source = from[0]!.certificate;
  // Several dates in one certificate: the latest is used, so that no holding period is shortened.
  const acquired = from.map((piece) => piece.certificate.acquiredOn).sort();
  return {
    ...line,
    classId: source.classId,
    restriction: line.restriction ?? source.restriction,
    legend: line.legend ?? (line.restriction ? '' : source.legend),
    acquiredOn: line.acquiredOn ?? (keeps ? acquired.at(-1)! : day),
    lots: line.lots ?? (keeps ? lots : undefined),
  };
}

/** Lots that are carried keep their basis: the item may divide them otherwise, but not change the sum. */
function checkGivenLots(line: TransferLine, carried: readonly Lot[]): void {
  if (!line.lots || carried.length === 0) return;
  assertRule(
    basisOf(line.lots) === basisOf(carried),
    'lotSum',
    'taxLots',
    'The shares carry their lots; those given have another cost in total.',
  );
}

const basisOf = (lots: readonly Lot[]) =>
  lots.reduce((sum, { totalCost }) => sum + (totalCost === null ? 0n : centsOf(totalCost, 1n, 1n)), 0n);

function take(pieces: Piece[], shares: bigint): Piece[] {
  const taken: Piece[] = [];
  let left = shares;
  for (const piece of pieces) {
    if (left === 0n) break;
    const part = piece.left < left ? piece.left : left;
    if (part === 0n) continue;
    piece.left -= part;
    left -= part;
    taken.push({ certificate: piece.certificate, left: part });
  }
  assertRule(left === 0n, 'unbalanced', 'lines', 'More shares are to be issued than are surrendered.');
  return taken;
}

/** Invariant 11: the transferee differs, or the form, restriction, denomination or number changes. */
function checkMoved(
  book: UnitOfWork,
  input: Transfer,
  cancel: readonly Certificate[],
  issue: readonly NewCertificate[],
): void {
  const owners = new Set(cancel.map((one) => one.holderId));
  const staysHome = input.lines.every((line) => owners.has(line.holderId));
  const rules = transferKinds[input.entry.subKind];
  assertRule(
    staysHome === rules.sameHolder,
    'nothingMoved',
    'lines',
    rules.sameHolder
      ? `A ${input.entry.subKind.toLowerCase()} keeps the holder.`
      : 'The shares must go to another account.',
  );
  const isRepurchase = input.entry.subKind === 'Repurchase';
  const intoTreasury = input.lines.some((line) => book.accounts.get(line.holderId)!.isTreasury);
  assertRule(
    isRepurchase === intoTreasury,
    'treasuryRole',
    'subKind',
    'Shares reach treasury by a repurchase only.',
  );
  assertRule(
    !cancel.some((one) => one.isTreasury),
    'treasuryRole',
    'certificates',
    `Treasury shares of ${classOf(book, cancel[0]!.classId).name} leave by a re-issue or a retirement.`,
  );
  assertRule(
    sumShares(issue) === sumShares(cancel),
    'unbalanced',
    'lines',
    'Issued and surrendered shares differ.',
  );
}

/** Invariant 19: shares keep their restriction unless the purpose of the transfer is to change it. */
function checkRestrictions(
  cancel: readonly Certificate[],
  issue: readonly NewCertificate[],
  legend: 'kept' | 'changed' | 'added',
): void {
  if (legend === 'changed') return;
  const balance = new Map<Restriction, bigint>();
  for (const one of cancel) balance.set(one.restriction, (balance.get(one.restriction) ?? 0n) + one.shares);
  for (const one of issue) balance.set(one.restriction, (balance.get(one.restriction) ?? 0n) - one.shares);
  if (legend === 'added') {
    assertRule(
      (balance.get('N') ?? 0n) >= 0n,
      'restrictionDropped',
      'restriction',
      'Placing a legend frees no restricted shares; that is a legend removal.',
    );
    return;
  }
  for (const [restriction, left] of balance) {
    assertRule(
      left === 0n,
      'restrictionDropped',
      'restriction',
      `The number of shares restricted ${restriction} changes, which needs a legend removal or a registered sale.`,
    );
  }
}

function treasuryShares(book: UnitOfWork, issue: readonly NewCertificate[]): bigint {
  return sumShares(issue.filter((one) => book.accounts.get(one.holderId)!.isTreasury));
}

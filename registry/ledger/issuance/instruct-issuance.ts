// Accepts issuance instructions of API clients: completed at once, or kept Pending.

import { addAccount, namesText } from '../core/accounts.ts';
import { sumShares } from '../core/certificates.ts';
import { chosenClass } from '../core/class-choice.ts';
import { type Entry, firstDayOf } from '../core/entry.ts';
import { flushUnitOfWork } from '../core/flush-unit-of-work.ts';
import { type KnownHolder, tiesOf } from '../core/known-holders.ts';
import { assertRule } from '../core/ledger-error.ts';
import { checkOpened, issuableFrom } from '../core/limits.ts';
import type { ClassFacts, Tx, UnitOfWork } from '../core/unit-of-work.ts';
import { createHolders, type HolderMade } from '../holders/change-holder.ts';
import { openIssuerBook } from '../issuers.ts';
import { receiveIn } from '../pending-transactions.ts';
import type { Given, IssuanceInstruction } from './issuance-instruction.ts';
import { type IssueLine, issueIn } from './issue.ts';
import type { OpenedForIssuance } from './open-for-issuance.ts';
import { instructionText } from './pending-issuance.ts';

export type Instructed = { txnId: bigint };

/**
 * Accepts instructions to one issuer: completes each at once, or stores it Pending with all that its completion
 * needs. A known holder keeps its registration. An unknown issuer is created as Pending; the result is
 * undefined when one of the callers may not create it. An error of one rejects all, and the transaction must be
 * rolled back. `opened` covers at least these instructions; the statements that `beside` returns are sent
 * together with the last writes.
 */
export async function instructIssuances(
  tx: Tx,
  opened: OpenedForIssuance,
  given: readonly Given[],
  beside: (responses: readonly Instructed[]) => (() => Promise<unknown>)[],
): Promise<Instructed[] | undefined> {
  const { known } = opened;
  for (const { instruction, mayUse } of given) {
    if (mayUse === 'any') continue;
    const found = instruction.holders.flatMap((one) => known.get(one.customerId ?? '')?.id ?? []);
    for (const ties of await tiesOf(tx, found)) mayUse(ties);
  }
  if (!opened.book && !given.every((one) => one.instruction.mayOpenIssuer)) return undefined;
  const book = opened.book ?? (await newIssuer(tx, given[0]!.instruction.customerIssuerId));
  assertRule(
    book.status !== 'Inactive',
    'inactiveIssuer',
    'issuerId',
    `${book.issuerName} is inactive; nothing can be issued.`,
  );
  const classes: ClassFacts[] = [];
  for (const { instruction } of given) {
    const { entry, requested } = instruction;
    const opening = { on: firstDayOf(entry), authority: entry.authority, recordedAt: entry.processedAt };
    const facts = await chosenClass(book, requested, opening);
    await checkAvailable(book, facts, instruction);
    classes.push(facts);
  }
  const made = await createHolders(tx, unknownOf(given, known));
  const responses: Instructed[] = [];
  const after: (() => Promise<void>)[] = [];
  for (const [index, { instruction, recordPending }] of given.entries()) {
    const facts = classes[index]!;
    // Earlier instructions of the batch have already used shares.
    if (index > 0) await checkAvailable(book, facts, instruction);
    const { txnId, isKept } = await postOrKeep(
      book,
      facts,
      instruction,
      accountsOf(book, instruction, known, made),
    );
    responses.push({ txnId });
    if (isKept && recordPending) after.push(recordPending(book, txnId));
  }
  await flushUnitOfWork(book, beside(responses));
  for (const record of after) await record();
  return responses;
}

function newIssuer(tx: Tx, customerId: bigint): Promise<UnitOfWork> {
  return openIssuerBook(tx, {
    customerId,
    name: `Issuer ${customerId}`,
    kind: 'Instructed by API',
    status: 'Pending',
  });
}

function unknownOf(given: readonly Given[], known: ReadonlyMap<string, KnownHolder>) {
  return given.flatMap(({ instruction, requested }) =>
    instruction.holders
      .filter(({ customerId }) => customerId === undefined || !known.has(customerId))
      .map((input) => ({ input, requested })),
  );
}

async function postOrKeep(
  book: UnitOfWork,
  facts: ClassFacts,
  { certificates, entry, form, staysPending, notBefore }: IssuanceInstruction,
  holderIds: readonly bigint[],
): Promise<Instructed & { isKept: boolean }> {
  const lines = certificates.map((one): IssueLine => {
    const { shares, restriction, legend, lots } = one;
    return { holderId: holderIds[one.holder]!, shares, restriction, legend, form, lots };
  });
  checkLines(book, lines);
  const { issuerId } = book;
  const isKept = staysPending || book.status === 'Pending';
  const { txnId } = isKept
    ? await keepPending(book, entry, { notBefore, classId: facts.id, lines })
    : await issueIn(book, { issuerId, entry, classId: facts.id, lines });
  return { txnId, isKept };
}

async function checkAvailable(
  book: UnitOfWork,
  facts: ClassFacts,
  input: IssuanceInstruction,
): Promise<void> {
  const { effectiveOn } = input.entry;
  checkOpened(facts, effectiveOn);
  assertRule(
    !facts.actionOn || effectiveOn >= facts.actionOn,
    'beforeClassAction',
    'effectiveOn',
    `${facts.name} had a split or stock dividend as of ${facts.actionOn}; nothing can be effective before it.`,
  );
  const available = await issuableFrom(book, facts, effectiveOn);
  assertRule(
    sumShares(input.certificates) <= available,
    'overIssue',
    'certificates',
    `${facts.name} has ${available} shares left to issue; this asks for ${sumShares(input.certificates)}.`,
  );
}

/**
 * Opens missing accounts. Returns the holders' ids in order; new holders are taken from the start of `made`.
 */
function accountsOf(
  book: UnitOfWork,
  { holders, entry }: IssuanceInstruction,
  known: ReadonlyMap<string, KnownHolder>,
  made: HolderMade[],
): bigint[] {
  return holders.map(({ customerId }) => {
    const holder = customerId === undefined ? undefined : known.get(customerId);
    const created = holder ? undefined : made.shift();
    const id = holder?.id ?? created!.id;
    if (!book.accounts.has(id)) {
      const { name, name2 = '', name3 = '', sortName, isNominee = false } = holder ?? created!.registration;
      const account = { issuerId: book.issuerId, holderId: id, openedOn: firstDayOf(entry) };
      addAccount(book, account, { name, name2, name3, sortName, isNominee });
    }
    return id;
  });
}

/** The holder rules of a posting, checked also before an instruction is stored as Pending. */
function checkLines(book: UnitOfWork, lines: readonly IssueLine[]): void {
  for (const [index, { holderId, restriction }] of lines.entries()) {
    const account = book.accounts.get(holderId)!;
    assertRule(
      !account.isTreasury,
      'treasuryRole',
      'holderId',
      'Shares reach treasury by a repurchase only.',
    );
    assertRule(
      !account.isNominee || restriction === 'N',
      'nomineeRestricted',
      `certificates[${index}].restriction`,
      'A depository nominee holds only unrestricted shares.',
    );
  }
}

async function keepPending(
  book: UnitOfWork,
  entry: Entry,
  plan: Parameters<typeof instructionText>[0],
): Promise<Instructed> {
  const txnId = await receiveIn(book, {
    issuerId: book.issuerId,
    kind: 'N',
    entry,
    issuedTo: namesText(
      book,
      plan.lines.map((line) => line.holderId),
    ),
    instruction: instructionText(plan),
  });
  return { txnId };
}

import { addAccount, namesText, readAccounts } from './accounts.ts';
import { type Book, type ClassFacts, openBook, type Tx } from './book.ts';
import { type Form, type Restriction, sumShares } from './certificates.ts';
import { type Asked, createHolders } from './change-holder.ts';
import { type ClassWanted, chosenClass } from './class-choice.ts';
import type { Entry } from './entry.ts';
import { type IssueLine, issueIn } from './issue.ts';
import { openIssuerBook } from './issuers.ts';
import { type HolderTies, type KnownHolder, lockHolders, tiesOf } from './known-holders.ts';
import { checkOpened, issuableFrom } from './limits.ts';
import { instructionText } from './pending-issuance.ts';
import { receiveIn } from './queue.ts';
import { demand } from './refusal.ts';
import type { HolderInput } from './registration-input.ts';
import type { Lot } from './tax-lots.ts';
import { writeBook } from './write-book.ts';

export type CertificateWanted = {
  /** Place of its holder in `holders`. */
  holder: number;
  shares: bigint;
  restriction: Restriction;
  lots: readonly Lot[];
};

/** An issuance as an API client instructs it (interface, "CreateNewIssuance"; domain §9.16). */
export type IssuanceInstruction = {
  customerIssuerId: bigint;
  /** Whether an unknown issuer id is a new issuer for this caller. */
  mayOpenIssuer: boolean;
  wanted: ClassWanted;
  form: Form;
  holders: readonly HolderInput[];
  certificates: readonly CertificateWanted[];
  entry: Entry & { authority: string };
  /** True where it waits for the agent or for its day, which is not before this one. */
  staysPending: boolean;
  notBefore: string;
};

export type Instructed = { txnId: bigint };

/**
 * Takes an instruction to issue: completes it at once, or keeps it Pending with everything its completion needs. A known
 * holder is taken as registered; an unknown issuer becomes a new one, Pending. Answers undefined for an unknown issuer
 * the caller may not open. `mayUse` throws when the caller must not know a holder found; 'any' asks nothing.
 */
export async function instructIssuance(
  tx: Tx,
  input: IssuanceInstruction,
  asked: Asked,
  mayUse: ((ties: HolderTies) => void) | 'any',
): Promise<Instructed | undefined> {
  const ids = input.holders.flatMap((one) => one.customerId ?? []);
  const known = await lockHolders(tx, ids, 'use');
  if (mayUse !== 'any') {
    const found = [...known.values()].map((holder) => holder.id);
    for (const ties of await tiesOf(tx, found)) mayUse(ties);
  }
  const book = await bookOf(tx, input);
  if (!book) return undefined;
  demand(
    book.status !== 'Inactive',
    'inactiveIssuer',
    'issuerId',
    `${book.issuerName} is inactive; nothing can be issued.`,
  );
  const { entry } = input;
  const openedOn = entry.effectiveOn < entry.completedOn ? entry.effectiveOn : entry.completedOn;
  const opened = { on: openedOn, authority: entry.authority, recordedAt: entry.processedAt };
  const facts = await chosenClass(book, input.wanted, opened);
  await checkRoom(book, facts, input);
  const holderIds = await accountsOf(book, input, known, asked, openedOn);
  const lines = input.certificates.map((one): IssueLine => {
    const { shares, restriction, lots } = one;
    return { holderId: holderIds[one.holder]!, shares, restriction, form: input.form, lots };
  });
  checkLines(book, lines);
  const issuerId = book.issuerId;
  const posted =
    input.staysPending || book.status === 'Pending'
      ? await keepPending(book, entry, { notBefore: input.notBefore, classId: facts.id, lines })
      : await issueIn(book, { issuerId, entry, classId: facts.id, lines });
  await writeBook(book);
  return { txnId: posted.txnId };
}

/** The issuer's book under its lock; a new issuer's when the id is unknown and the caller may open one. */
async function bookOf(tx: Tx, input: IssuanceInstruction): Promise<Book | undefined> {
  const { rows } = await tx.query('select id from issuer where customer_id = $1', [input.customerIssuerId]);
  if (rows[0]) return openBook(tx, rows[0].id);
  if (!input.mayOpenIssuer) return undefined;
  return openIssuerBook(tx, {
    customerId: input.customerIssuerId,
    name: `Issuer ${input.customerIssuerId}`,
    kind: 'Instructed by API',
    status: 'Pending',
  });
}

async function checkRoom(book: Book, facts: ClassFacts, input: IssuanceInstruction): Promise<void> {
  const { effectiveOn } = input.entry;
  checkOpened(facts, effectiveOn);
  demand(
    !facts.actionOn || effectiveOn >= facts.actionOn,
    'beforeClassAction',
    'effectiveOn',
    `${facts.name} had a split or stock dividend as of ${facts.actionOn}; nothing can be effective before it.`,
  );
  const room = await issuableFrom(book, facts, effectiveOn);
  demand(
    sumShares(input.certificates) <= room,
    'overIssue',
    'certificates',
    `${facts.name} has ${room} shares left to issue; this asks for ${sumShares(input.certificates)}.`,
  );
}

/** Registers the holders not known yet and opens the accounts that are missing. Answers the holders' ids, in order. */
async function accountsOf(
  book: Book,
  input: IssuanceInstruction,
  known: ReadonlyMap<string, KnownHolder>,
  asked: Asked,
  openedOn: string,
): Promise<bigint[]> {
  const found = input.holders.map((one) =>
    one.customerId === undefined ? undefined : known.get(one.customerId),
  );
  const made = await createHolders(
    book.tx,
    input.holders.filter((_, index) => !found[index]),
    asked,
  );
  await readAccounts(
    book,
    found.flatMap((holder) => holder?.id ?? []),
  );
  return found.map((holder) => {
    const created = holder ? undefined : made.shift();
    const id = holder?.id ?? created!.id;
    if (!book.accounts.has(id)) {
      const { name, name2 = '', name3 = '', sortName, isNominee = false } = holder ?? created!.registration;
      const account = { issuerId: book.issuerId, holderId: id, openedOn };
      addAccount(book, account, { name, name2, name3, sortName, isNominee });
    }
    return id;
  });
}

/** What a posting would refuse about its holders, said before an instruction is kept too. */
function checkLines(book: Book, lines: readonly IssueLine[]): void {
  for (const [index, { holderId, restriction }] of lines.entries()) {
    const account = book.accounts.get(holderId)!;
    demand(!account.isTreasury, 'treasuryRole', 'holderId', 'Shares reach treasury by a repurchase only.');
    demand(
      !account.isNominee || restriction === 'N',
      'nomineeRestricted',
      `certificates[${index}].restriction`,
      'A depository nominee holds only unrestricted shares.',
    );
  }
}

async function keepPending(
  book: Book,
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

import { loadAccounts, namesText } from '#registry/ledger/core/accounts';
import { sumShares } from '#registry/ledger/core/certificates';
import type { Entry } from '#registry/ledger/core/entry';
import { LedgerError } from '#registry/ledger/core/ledger-error';
import {
  givenBack,
  movedShares,
  type Original,
  originalOf,
  partiesOf,
  reverseIn,
  touchedBy,
} from '#registry/ledger/reverse';
import { transferIn } from '#registry/ledger/transfer';
import { type Carried, type KindRules, nothingPrepared, type Prepared, type Work } from '../item-work.ts';
import { type Obstacle, refuses } from '../obstacle.ts';
import { knownAccounts } from '../parties.ts';
import { authorityObstacles } from '../sources.ts';
import { certificateObstacles, laterObstacles } from './correction-obstacles.ts';
import { escheatObstacles, linesOf, purposeOf, recordRemitted, roleObstacles } from './transfer.ts';

/**
 * A wrong transaction is reversed, and a right one may replace it, in one database transaction. Both are made at the
 * posting; the item itself has none.
 */
export const correctionRules: KindRules = { transaction: null, isCounted: false, prepare };

async function prepare(work: Work): Promise<Prepared> {
  const { book, content } = work;
  const obstacles: Obstacle[] = [];
  if (!content.reason) obstacles.push(refuses('incomplete', 'reason', 'Enter the reason of the correction.'));
  const original = await findOriginal(work, obstacles);
  if (!original) return { ...nothingPrepared, obstacles };
  const { issued } = original;
  const touched = touchedBy(original);
  const owners = [...new Set(touched.map((one) => one.holderId))];
  await loadAccounts(book, owners);
  obstacles.push(...certificateObstacles(work, original), ...(await laterObstacles(work, original)));
  if (original.kind !== 'T') obstacles.push(...authorityObstacles(work));
  const replacement = await replacementOf(work, original);
  obstacles.push(...replacement.obstacles);
  const found = replacement.lines ?? [];
  return {
    obstacles,
    classId: touched[0]!.classId,
    shares: movedShares(original),
    ...partiesOf(book, original),
    ...(found.length > 0 && {
      issuedTo: namesText(
        book,
        found.map((one) => one.account.holderId),
      ),
    }),
    certificates: issued,
    sources: issued,
    owners,
    effectiveOn: original.effectiveOn,
    lineAccounts: knownAccounts(
      work,
      found.map((one) => one.account.holderId),
    ),
    run: (entry) => carryOut(work, original, found, entry),
  };
}

async function findOriginal({ book, content }: Work, obstacles: Obstacle[]): Promise<Original | undefined> {
  const field = 'correctsControlTransactionId';
  if (!content.correctsControlTransactionId) {
    obstacles.push(refuses('incomplete', field, 'Name the transaction to correct.'));
    return undefined;
  }
  try {
    return await originalOf(book, BigInt(content.correctsControlTransactionId));
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    obstacles.push(refuses(error.rule, field, error.message));
    return undefined;
  }
}

type Replacement = { lines: Awaited<ReturnType<typeof linesOf>>['found']; obstacles: Obstacle[] };

/** The transfer that takes the place of the reversed one; none where the content has neither case nor lines. */
async function replacementOf(work: Work, original: Original): Promise<Replacement> {
  const { caseCode, lines } = work.content;
  if (!caseCode && lines.length === 0) return { lines: null, obstacles: [] };
  if (original.kind !== 'T')
    return {
      lines: null,
      obstacles: [
        refuses('incomplete', 'lines', 'Only a transfer is replaced here; enter another item for the rest.'),
      ],
    };
  if (!caseCode)
    return {
      lines: null,
      obstacles: [refuses('incomplete', 'caseCode', 'Name the case of the replacement.')],
    };
  const given = givenBack(original);
  const { found, obstacles } = await linesOf(work, caseCode, given, sumShares(given));
  if (!found) return { lines: null, obstacles };
  obstacles.push(...roleObstacles(caseCode, found, work, given));
  if (caseCode === 'Escheat') obstacles.push(...(await escheatObstacles(work, found)));
  return { lines: found, obstacles };
}

async function carryOut(
  work: Work,
  original: Original,
  lines: NonNullable<Replacement['lines']>,
  given: Entry,
): Promise<Carried> {
  const { book, content } = work;
  const { issuerId } = book;
  // Where nothing else is asked for, a correction counts from the day of the transaction it corrects.
  const effectiveOn = content.effectiveDate ? given.effectiveOn : original.effectiveOn;
  const entry: Entry = { ...given, txnId: undefined, effectiveOn, isPresented: false };
  const comments = content.reason ?? '';
  const undone = await reverseIn(book, {
    issuerId,
    txnId: original.id,
    entry: { ...entry, comments },
    carriesStops: content.stopIds.length > 0,
  });
  const made = { reversalTxn: undone.txnId, replacementTxn: null };
  if (lines.length === 0) return { ...undone, made };
  const replaced = await transferIn(book, {
    issuerId,
    entry: {
      ...entry,
      chargeAmount: '0',
      comments: content.comments ?? '',
      subKind: purposeOf(content.caseCode!, content.purpose),
      replacesTxn: original.id,
    },
    // A position that the reversal made smaller gives nothing to the replacement.
    certificates: undone.issued.filter((one) => (one.position?.moved ?? 1n) > 0n).map((one) => one.id),
    lines: lines.map((one) => one.line),
    // The stops that the original resolved returned with its reversal; its replacement resolves them again.
    resolvesStops: true,
  });
  if (content.caseCode === 'Escheat') {
    const owners = new Set(givenBack(original).map((one) => one.holderId));
    await recordRemitted(work, owners, lines, replaced.txnId, effectiveOn);
  }
  return {
    ...undone,
    issued: replaced.issued,
    madeOf: replaced.madeOf,
    made: { ...made, replacementTxn: replaced.txnId },
  };
}

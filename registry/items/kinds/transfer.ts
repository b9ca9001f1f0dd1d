// Rules of items that transfer shares of one class between accounts.

import type { ItemContent } from '#lib/contract/agent/content';
import type { CaseCode } from '#lib/contract/agent/values';
import { formatShares } from '#lib/format/shares';
import { arrayText } from '#registry/db/insert';
import { loadAccounts, namesText } from '#registry/ledger/core/accounts';
import { sumShares } from '#registry/ledger/core/certificates';
import { lotOf } from '#registry/ledger/core/given-lot';
import { recordEscheatIn } from '#registry/ledger/core/record-verbs';
import type { TransferKind } from '#registry/ledger/core/sub-kinds';
import type { Account, Certificate } from '#registry/ledger/core/types';
import { type TransferLine, transferIn } from '#registry/ledger/transfer';
import { type KindRules, nothingPrepared, type Prepared, type Work } from '../item-work.ts';
import { hasDocument, holds, type Obstacle, refuses } from '../obstacle.ts';
import { accountOfLine, knownAccounts } from '../parties.ts';
import { labelOf, stopObstacles } from '../presented-certificates.ts';
import { caseRules } from '../rules/cases.ts';
import { sourcesOf } from '../sources.ts';

/** The purpose in the ledger of a case: the one that the content names where the case has several. */
export function purposeOf(caseCode: CaseCode, named: string | null | undefined): TransferKind {
  const { subKinds } = caseRules[caseCode];
  return subKinds.find((one) => one === named) ?? subKinds[0];
}

/** T: shares of one class move between accounts, or change form, denomination or legend. */
export const transferRules: KindRules = { transaction: 'T', isCounted: true, prepare };

async function prepare(work: Work): Promise<Prepared> {
  const { book, content } = work;
  const { caseCode } = content;
  if (!caseCode)
    return {
      ...nothingPrepared,
      obstacles: [refuses('incomplete', 'caseCode', 'Name the case of the transfer.')],
    };
  const purpose = purposeOf(caseCode, content.purpose);
  const { obstacles, named, certificates, presented } = await sourcesOf(work);
  if (certificates.length === 0) return { ...nothingPrepared, obstacles };
  obstacles.push(...(await stopObstacles(work, certificates)));
  const lines = await linesOf(work, caseCode, certificates, presented);
  obstacles.push(...lines.obstacles);
  const owners = new Set(certificates.map((one) => one.holderId));
  if (lines.found) {
    obstacles.push(...roleObstacles(caseCode, lines.found, work, certificates));
    obstacles.push(...moveObstacles(content, caseCode, lines.found, certificates));
    if (caseCode === 'Escheat') obstacles.push(...(await escheatObstacles(work, lines.found)));
  }
  const canRun = lines.found && !obstacles.some((one) => one.effect === 'Refuses');
  return {
    obstacles,
    classId: certificates[0]!.classId,
    shares: (lines.found ?? []).reduce((sum, one) => sum + one.line.shares, 0n),
    transferFrom: namesText(book, owners),
    issuedTo: (lines.found ?? []).map((one) => one.account.label).join('; '),
    certificates: named,
    sources: certificates,
    owners: [...owners],
    lineAccounts: knownAccounts(
      work,
      (lines.found ?? []).map(({ account }) => account.holderId),
    ),
    run: canRun
      ? async (entry) => {
          const posted = await transferIn(book, {
            issuerId: book.issuerId,
            entry: { ...entry, subKind: purpose },
            certificates: certificates.map((one) => one.id),
            lines: lines.found!.map((one) => one.line),
            resolvesStops: content.stopIds.length > 0,
          });
          if (caseCode === 'Escheat')
            await recordRemitted(work, owners, lines.found!, posted.txnId, entry.completedOn);
          return posted;
        }
      : null,
  };
}

type FoundLine = { account: Account; line: TransferLine };

/** The certificates to issue. A line without shares takes what the others leave. */
export async function linesOf(
  work: Work,
  caseCode: CaseCode,
  certificates: readonly Certificate[],
  presented: bigint,
): Promise<{ found: FoundLine[] | null; obstacles: Obstacle[] }> {
  const { book, content } = work;
  const obstacles: Obstacle[] = [];
  if (content.lines.length === 0)
    return {
      found: null,
      obstacles: [refuses('incomplete', 'lines', 'Name at least one certificate to issue.', ['O13'])],
    };
  const found: FoundLine[] = [];
  const open = content.lines.filter((line) => !line.shares);
  const given = content.lines.reduce((sum, line) => sum + (line.shares ?? 0n), 0n);
  const rest = presented - given;
  if (open.length > 1)
    obstacles.push(refuses('unbalanced', 'lines', 'Only one line can take the rest of the shares.'));
  if (rest < 0n || (open.length === 1 && rest <= 0n))
    obstacles.push(
      refuses(
        'unbalanced',
        'lines',
        `${formatShares(presented)} shares are surrendered and ${formatShares(given)} are to be issued.`,
        ['O10', 'D09'],
      ),
    );
  // A changed name, a survivor or a trust has a tax ID or an address in common with the account it replaces.
  const replaced =
    purposeOf(caseCode, content.purpose) === 'Re-registration' ? certificates.map((one) => one.holderId) : [];
  for (const [index, line] of content.lines.entries()) {
    const { account, obstacles: wrong } = await accountOfLine(work, line, index, replaced);
    obstacles.push(...wrong);
    if (!account) continue;
    found.push({
      account,
      line: {
        holderId: account.holderId,
        shares: line.shares ?? rest,
        form: line.certificateType ?? undefined,
        restriction: line.restrictionCode ?? undefined,
        legend: line.legend ?? undefined,
        acquiredOn: line.acquiredOn ?? carriedDate(caseCode, certificates, line.restrictionCode ?? null),
        lots: line.TaxLots?.length ? line.TaxLots.map(lotOf) : undefined,
      },
    });
  }
  const isWhole = found.length === content.lines.length && open.length <= 1 && rest >= 0n;
  await loadAccounts(
    book,
    certificates.map((one) => one.holderId),
  );
  return { found: isWhole ? found : null, obstacles };
}

/** The holding period of an estate's restricted shares runs on, although a death transfer sets a new date. */
function carriedDate(
  caseCode: CaseCode,
  certificates: readonly Certificate[],
  code: string | null,
): string | undefined {
  if (caseRules[caseCode].acquired !== 'NewUnlessRestricted') return undefined;
  const restricted = certificates.filter(
    ({ restriction }) => restriction !== 'N' && (code === null || restriction === code),
  );
  return restricted
    .map((one) => one.acquiredOn)
    .sort()
    .at(-1);
}

/** Unclaimed property goes to the accounts of states. */
export async function escheatObstacles({ book }: Work, lines: readonly FoundLine[]): Promise<Obstacle[]> {
  const { rows } = await book.tx.query<{ id: bigint }>(
    `select id from holder where id = any($1::bigint[]) and account_type = 'UnclaimedProperty'`,
    [arrayText(lines.map((one) => one.account.holderId))],
  );
  const states = new Set(rows.map((row) => row.id));
  return lines.flatMap(({ account }, index) =>
    states.has(account.holderId)
      ? []
      : [
          refuses(
            'escheatRole',
            `lines[${index}]`,
            `${account.label} is no account for unclaimed property of a state.`,
          ),
        ],
  );
}

/** Property type of underlying shares, in the codes that states use. */
const sharesCode = 'SC08';

/** Records each account that was remitted, to the state of the account that received its shares. */
export async function recordRemitted(
  { book }: Work,
  owners: ReadonlySet<bigint>,
  lines: readonly FoundLine[],
  txnId: bigint,
  remittedOn: string,
): Promise<void> {
  const { rows } = await book.tx.query<{ state: string }>(
    `select state from holder_address where holder_id = $1 and kind = 'primary'`,
    [lines[0]!.account.holderId],
  );
  const state = rows[0]?.state ?? '';
  for (const holderId of owners)
    await recordEscheatIn(book, {
      issuerId: book.issuerId,
      holderId,
      state,
      remittedOn,
      propertyCode: sharesCode,
      txnId,
    });
}

/** Accounts that only some cases may use. */
export function roleObstacles(
  caseCode: CaseCode,
  lines: readonly FoundLine[],
  { book }: Work,
  certificates: readonly Certificate[],
): Obstacle[] {
  const obstacles: Obstacle[] = [];
  const fromNominee = certificates.some((one) => book.accounts.get(one.holderId)?.isNominee);
  const toNominee = lines.some(({ account }) => account.isNominee);
  if ((fromNominee && caseCode !== 'Withdrawal') || (toNominee && caseCode !== 'Deposit'))
    obstacles.push(
      refuses('nomineeRole', 'lines', "Only a deposit or withdrawal may use the nominee's account."),
    );
  if (caseCode === 'Deposit' && !lines.every(({ account }) => account.isNominee))
    obstacles.push(refuses('nomineeRole', 'lines', "A deposit goes to the nominee's account."));
  if (caseCode === 'Withdrawal' && !fromNominee)
    obstacles.push(refuses('nomineeRole', 'certificates', "A withdrawal comes from the nominee's account."));
  return obstacles;
}

/** What must change, and what a restriction asks for. */
function moveObstacles(
  content: ItemContent,
  caseCode: CaseCode,
  lines: readonly FoundLine[],
  certificates: readonly Certificate[],
): Obstacle[] {
  const obstacles: Obstacle[] = [];
  const form = certificates[0]!.form;
  const target = caseCode === 'PaperToBook' ? 'BookEntry' : 'Certificate';
  if (
    (caseCode === 'PaperToBook' || caseCode === 'BookToPaper') &&
    (form === target || lines.some(({ line }) => (line.form ?? 'BookEntry') !== target))
  )
    obstacles.push(refuses('formUnchanged', 'lines', 'Nothing changes but the number: the form stays.'));
  const total = lines.reduce((sum, one) => sum + one.line.shares, 0n);
  const count = lines.length + (total < sumShares(certificates) ? 1 : 0);
  if (
    (caseCode === 'SplitUp' && count <= certificates.length) ||
    (caseCode === 'Consolidation' && count >= certificates.length)
  )
    obstacles.push(
      refuses('countUnchanged', 'lines', 'Nothing changes but the numbers: as many certificates as before.'),
    );
  const owners = new Set(certificates.map((one) => one.holderId));
  const moves = lines.some(({ account }) => !owners.has(account.holderId));
  const asksConsent = moves && !['Deposit', 'Withdrawal', 'CourtOrder', 'Repurchase'].includes(caseCode);
  for (const one of certificates) {
    if (one.restriction === 'N' || !asksConsent) continue;
    obstacles.push(
      holds(
        'restrictedMove',
        'certificates',
        `${labelOf(one)} is coded ${one.restriction}; a new owner needs an opinion or the issuer's consent.`,
        ['O01'],
        hasDocument(content, ['LegalOpinion', 'IssuerLetter']),
      ),
    );
  }
  return obstacles;
}

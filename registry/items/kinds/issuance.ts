import { namesText, readAccounts } from '#registry/ledger/core/accounts';
import { sumShares } from '#registry/ledger/core/certificates';
import { lotOf } from '#registry/ledger/core/given-lot';
import { issueKinds } from '#registry/ledger/core/sub-kinds';
import type { Certificate } from '#registry/ledger/core/types';
import { type IssueLine, issueIn } from '#registry/ledger/issuance/issue';
import { readInstructed } from '#registry/ledger/issuance/pending-issuance';
import { type KindRules, nothingPrepared, type Prepared, type Work } from '../item-work.ts';
import { type Obstacle, refuses } from '../obstacle.ts';
import { accountOfLine, knownAccounts } from '../parties.ts';
import { presentedCertificates, stopObstacles } from '../presented-certificates.ts';
import { authorityObstacles, purposeObstacles } from '../sources.ts';

/** N: shares are issued from unissued shares, or again out of treasury. */
export const issuanceRules: KindRules = { transaction: 'N', isCounted: false, prepare };

const reIssue = 'Treasury re-issue';
const freshKinds = issueKinds.filter((kind) => kind !== reIssue);

function prepare(work: Work): Promise<Prepared> {
  const { instruction } = work.content;
  return instruction ? prepareInstructed(work, instruction) : prepareEntered(work);
}

/**
 * An issuance as an API client instructed it: its certificates are those of the instruction stored with its transaction,
 * and nobody can change them.
 */
async function prepareInstructed(work: Work, { sha256 }: { sha256: string }): Promise<Prepared> {
  const { book, content, item } = work;
  const stored = item?.txnId ? await readInstructed(book, item.txnId) : undefined;
  if (stored?.sha256 !== sha256)
    return {
      ...nothingPrepared,
      obstacles: [
        refuses('instructionChanged', '', 'The stored instruction is not the one received.', ['O14']),
      ],
    };
  const { classId, lines } = stored.plan;
  const obstacles: Obstacle[] = [];
  if (content.purpose) obstacles.push(...purposeObstacles(work, freshKinds));
  if (content.securityTypeId && BigInt(content.securityTypeId) !== classId)
    obstacles.push(refuses('mixedClass', 'securityTypeId', 'The instruction is for another class.'));
  for (const part of ['lines', 'certificates'] as const)
    if (content[part].length > 0)
      obstacles.push(refuses('instructedOnly', part, 'The certificates are those of the instruction alone.'));
  const holders = [...new Set(lines.map((one) => one.holderId))];
  await readAccounts(book, holders);
  return {
    ...nothingPrepared,
    obstacles,
    classId,
    shares: sumShares(lines),
    issuedTo: namesText(book, holders),
    lineAccounts: holders,
    run: (entry) =>
      issueIn(book, {
        issuerId: book.issuerId,
        entry: { ...entry, subKind: content.purpose ?? '' },
        classId,
        lines,
      }),
  };
}

async function prepareEntered(work: Work): Promise<Prepared> {
  const { book, content } = work;
  const obstacles = [...purposeObstacles(work, issueKinds), ...authorityObstacles(work)];
  const classId = content.securityTypeId ? BigInt(content.securityTypeId) : null;
  if (classId === null)
    obstacles.push(refuses('incomplete', 'securityTypeId', 'Name the class of the shares.'));
  else if (!book.classes.has(classId))
    obstacles.push(refuses('unknownClass', 'securityTypeId', `${book.issuerName} has no such class.`));
  const treasury = await treasuryOf(work);
  const lines = await issueLines(work);
  obstacles.push(...treasury.obstacles, ...lines.obstacles);
  const holders = lines.found.map((one) => one.holderId);
  const isWhole = lines.found.length === content.lines.length && lines.found.length > 0;
  const prepared = {
    ...nothingPrepared,
    obstacles,
    classId: classId !== null && book.classes.has(classId) ? classId : null,
    shares: isWhole ? sumShares(lines.found) : null,
    issuedTo: namesText(book, holders),
    certificates: treasury.certificates,
    sources: treasury.certificates,
    lineAccounts: isWhole ? knownAccounts(work, holders) : [],
  };
  if (!isWhole || prepared.classId === null) return prepared;
  return {
    ...prepared,
    run: (entry) =>
      issueIn(book, {
        issuerId: book.issuerId,
        entry: { ...entry, subKind: content.purpose ?? '' },
        classId: prepared.classId!,
        lines: lines.found,
        source:
          content.purpose === reIssue
            ? { treasuryCertificates: treasury.certificates.map((one) => one.id) }
            : undefined,
      }),
  };
}

/** The treasury certificates of a re-issue; any other issuance presents none. */
async function treasuryOf(
  work: Work,
): Promise<{ certificates: readonly Certificate[]; obstacles: Obstacle[] }> {
  const { certificates, obstacles } = await presentedCertificates(work);
  const isReIssue = work.content.purpose === reIssue;
  if (isReIssue && work.content.certificates.length === 0)
    obstacles.push(refuses('incomplete', 'certificates', 'Name the treasury certificates.', ['O07']));
  if (!isReIssue && work.content.certificates.length > 0)
    obstacles.push(
      refuses('treasuryRole', 'certificates', 'Only a treasury re-issue surrenders certificates.'),
    );
  obstacles.push(...(await stopObstacles(work, certificates)));
  return { certificates, obstacles };
}

async function issueLines(work: Work): Promise<{ found: IssueLine[]; obstacles: Obstacle[] }> {
  const { content } = work;
  const found: IssueLine[] = [];
  if (content.lines.length === 0)
    return { found, obstacles: [refuses('incomplete', 'lines', 'Name at least one certificate to issue.')] };
  const obstacles: Obstacle[] = [];
  for (const [index, line] of content.lines.entries()) {
    const { account, obstacles: wrong } = await accountOfLine(work, line, index);
    obstacles.push(...wrong);
    if (!line.shares)
      obstacles.push(refuses('incomplete', `lines[${index}].shares`, 'Enter the number of shares.'));
    if (!account || !line.shares) continue;
    found.push({
      holderId: account.holderId,
      shares: line.shares,
      form: line.certificateType ?? undefined,
      restriction: line.restrictionCode ?? undefined,
      legend: line.legend ?? undefined,
      acquiredOn: line.acquiredOn ?? undefined,
      lots: line.TaxLots?.length ? line.TaxLots.map(lotOf) : undefined,
    });
  }
  return { found, obstacles };
}

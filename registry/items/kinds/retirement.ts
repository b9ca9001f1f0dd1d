import { formatShares } from '#lib/format/shares';
import { loadAccounts, namesText } from '#registry/ledger/core/accounts';
import { sumShares } from '#registry/ledger/core/certificates';
import { retireKinds } from '#registry/ledger/core/sub-kinds';
import { retireIn } from '#registry/ledger/retire';
import { type KindRules, nothingPrepared, type Prepared, type Work } from '../item-work.ts';
import { type Obstacle, refuses } from '../obstacle.ts';
import { stopObstacles } from '../presented-certificates.ts';
import { authorityObstacles, purposeObstacles, sourcesOf } from '../sources.ts';

/** R: shares of a holder or of treasury are retired. */
export const retirementRules: KindRules = { transaction: 'R', isCounted: false, prepare };

async function prepare(work: Work): Promise<Prepared> {
  const { book, content } = work;
  const { obstacles, named, certificates, presented } = await sourcesOf(work, true);
  obstacles.push(...purposeObstacles(work, retireKinds), ...authorityObstacles(work));
  if (content.lines.length > 0)
    obstacles.push(refuses('unbalanced', 'lines', 'A retirement issues nothing but the rest.'));
  if (certificates.length === 0) return { ...nothingPrepared, obstacles };
  const owners = [...new Set(certificates.map((one) => one.holderId))];
  await loadAccounts(book, owners);
  obstacles.push(...(await stopObstacles(work, certificates)));
  obstacles.push(...treasuryObstacles(content.purpose ?? '', certificates));
  const shares = content.sharesRetired ?? presented;
  if (shares > presented)
    obstacles.push(
      refuses(
        'unbalanced',
        'sharesRetired',
        `${formatShares(presented)} shares are surrendered and ${formatShares(shares)} are to be retired.`,
        ['O10'],
      ),
    );
  return {
    obstacles,
    classId: certificates[0]!.classId,
    shares,
    transferFrom: namesText(book, owners),
    issuedTo: '',
    certificates: named,
    sources: certificates,
    owners,
    lineAccounts: [],
    run: (entry) =>
      retireIn(book, {
        issuerId: book.issuerId,
        entry: { ...entry, subKind: content.purpose ?? '' },
        certificates: certificates.map((one) => one.id),
        shares: shares < sumShares(certificates) ? shares : undefined,
      }),
  };
}

function treasuryObstacles(purpose: string, certificates: readonly { isTreasury: boolean }[]): Obstacle[] {
  const isOfTreasury = purpose === 'Treasury retirement';
  if (!purpose || certificates.every((one) => one.isTreasury === isOfTreasury)) return [];
  return [
    refuses(
      'treasuryRole',
      'purpose',
      isOfTreasury
        ? 'A treasury retirement retires shares held in treasury.'
        : 'Shares held in treasury leave by a treasury retirement.',
    ),
  ];
}

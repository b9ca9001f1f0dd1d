// What an item surrenders (certificates or part of a position), with checks of purpose and authority.

import type { Certificate } from '#registry/ledger/core/types';
import type { Work } from './item-work.ts';
import { type Obstacle, refuses } from './obstacle.ts';
import { certificatesOfPosition, presentedCertificates } from './presented-certificates.ts';

export type Sources = {
  obstacles: Obstacle[];
  /** Named in the content. */
  named: readonly Certificate[];
  /** Those named, then those chosen from the position. */
  certificates: readonly Certificate[];
  /** Shares presented: of the named certificates all, of the position those it names. */
  presented: bigint;
};

/** What an item surrenders: certificates it names, or a position. At least one is needed. */
export async function sourcesOf(work: Work, withTreasury = false): Promise<Sources> {
  const { certificates: named, obstacles } = await presentedCertificates(work);
  const position = await certificatesOfPosition(work, withTreasury);
  // A certificate that is named is not chosen a second time.
  const chosen = position.certificates.filter((one) => !named.includes(one));
  obstacles.push(...position.obstacles);
  if (chosen.length < position.certificates.length)
    obstacles.push(
      refuses('sameTwice', 'sourcePosition', 'The position needs a certificate that is named as well.'),
    );
  const certificates = [...named, ...chosen];
  if (certificates.length === 0 && obstacles.length === 0)
    obstacles.push(
      refuses('incomplete', 'certificates', 'Name the certificates, or the position and its shares.', [
        'O07',
      ]),
    );
  const ofNamed = named.reduce((sum, one) => sum + one.shares, 0n);
  const ofPosition = chosen.length > 0 ? work.content.sourcePosition!.shares : 0n;
  return { obstacles, named, certificates, presented: ofNamed + ofPosition };
}

/** The purpose in the ledger's words, or the obstacle that says which there are. */
export function purposeObstacles({ content }: Work, purposes: readonly string[]): Obstacle[] {
  const { purpose } = content;
  if (!purpose) return [refuses('incomplete', 'purpose', `Name the purpose: ${purposes.join(', ')}.`)];
  if (purposes.includes(purpose)) return [];
  return [refuses('subKind', 'purpose', `“${purpose}” is not one of: ${purposes.join(', ')}.`)];
}

/** A change of issued shares rests on a resolution or an instruction of the issuer. */
export function authorityObstacles({ content }: Work): Obstacle[] {
  if (content.authority?.text) return [];
  return [
    refuses('authorityMissing', 'authority', 'Name the resolution or instruction it rests on.', ['O14']),
  ];
}

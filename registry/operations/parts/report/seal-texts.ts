// Texts of sealed reports: who prepared them, and how to check the seal.

import type { Fact, Item } from '#registry/render/document';
import { stamp } from '#registry/render/printed';
import type { SealFacts } from './generate.ts';

type Prepared = { actor: { firstName: string; lastName: string }; generatedAt: string };

/** Who had a sealed file made, and when, with the zone. */
export const preparedBy = ({ actor, generatedAt }: Prepared): Fact => [
  'Prepared by',
  `${actor.firstName} ${actor.lastName}, ${stamp(generatedAt)}`,
];

/** How a reader checks a sealed file. */
export const howToCheck = ({ fingerprint, root }: SealFacts): Item => ({
  kind: 'facts',
  title: 'How to check this file',
  facts: [
    ['Seal', 'Signed by this installation (PAdES). A PDF reader shows whether the file was changed.'],
    ['SHA-256 of the certificate', fingerprint],
    ...(root ? [['SHA-256 of the root that issued it', root] satisfies Fact] : []),
    [
      'Compare',
      `Ask the agent for ${root ? 'the fingerprint of the root' : 'this fingerprint'} by another way than this file. It is not issued by a public authority unless the reader says so.`,
    ],
  ],
});

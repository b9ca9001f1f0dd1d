// Runs all rules about the documents and parties of an item.

import type { Obstacle } from '../obstacle.ts';
import type { Papers } from './facts.ts';
import { depositoryObstacles } from './papers/depository.ts';
import { missingDocuments } from './papers/documents.ts';
import { estateObstacles } from './papers/estates.ts';
import { legendObstacles } from './papers/legends.ts';
import { partyObstacles } from './papers/parties.ts';
import { signatureObstacles } from './papers/signatures.ts';

const order = { Refuses: 0, Holds: 1, Warns: 2 } as const;

/** Reasons against an item by its documents and parties, worst first; those that are cleared are last. */
export function paperObstacles(papers: Papers): Obstacle[] {
  return [
    ...missingDocuments(papers),
    ...signatureObstacles(papers),
    ...estateObstacles(papers),
    ...legendObstacles(papers),
    ...depositoryObstacles(papers),
    ...partyObstacles(papers),
  ].sort((a, b) => Number(a.isCleared) - Number(b.isCleared) || order[a.effect] - order[b.effect]);
}

// Documents that the case of an item asks for, and those that are missing.

import type { ItemContent } from '#lib/contract/agent/content';
import type { DocumentKind } from '#lib/contract/agent/values';
import type { Obstacle } from '#registry/items/obstacle';
import { caseRuleOf, type Requirement, ruleOf, setB } from '../cases.ts';
import { holds } from '../conditions.ts';
import type { Papers } from '../facts.ts';
import { obstacleOf } from '../obstacle-table.ts';

type Document = ItemContent['documents'][number];

/** The documents of these kinds that are here, as original or copy. */
export function documentsOf(content: ItemContent, kinds: readonly DocumentKind[]): Document[] {
  return content.documents.filter(
    ({ kind, state }) => kinds.includes(kind) && (state === 'Original' || state === 'Copy'),
  );
}

/** Whether a document is here; a waiver does not count. */
export const hasReceived = (content: ItemContent, kind: DocumentKind) =>
  documentsOf(content, [kind]).length > 0;

/** A waiver counts with its author and its reason only. */
function isWaived(content: ItemContent, kinds: readonly DocumentKind[]): boolean {
  return content.documents.some(
    ({ kind, state, waivedBy, reason }) =>
      kinds.includes(kind) && state === 'Waived' && Boolean(waivedBy?.trim()) && Boolean(reason?.trim()),
  );
}

/** What the case of an item asks for, by its conditions. */
export function requirementsOf(papers: Papers): Requirement[] {
  const rule = ruleOf(papers.content);
  if (!rule) return [];
  const own = caseRuleOf(papers.content)?.setB ? setB : [];
  return [...own, ...rule.documents].filter(({ when }) => !when || holds(when, papers));
}

/** The documents that an item needs and whether each is here. */
export function requiredDocuments(
  papers: Papers,
): { kinds: DocumentKind[]; title: string; isPresent: boolean }[] {
  return requirementsOf(papers).map((one) => ({
    kinds: [...one.anyOf],
    title: one.name,
    isPresent: isMet(one, papers),
  }));
}

function isMet({ anyOf, unless }: Requirement, papers: Papers): boolean {
  return documentsOf(papers.content, anyOf).length > 0 || (unless !== undefined && holds(unless, papers));
}

/** Documents and certificates on paper that are missing or were waived. */
export function missingDocuments(papers: Papers): Obstacle[] {
  const { content } = papers;
  const documents = requirementsOf(papers)
    .filter((one) => !isMet(one, papers))
    .map((one) =>
      obstacleOf('documentMissing', {
        field: 'documents',
        values: { document: one.name },
        reasons: one.reasons,
        isCleared: isWaived(content, one.anyOf),
      }),
    );
  return [...documents, ...missingPaper(papers)];
}

function missingPaper({ content, facts }: Papers): Obstacle[] {
  if (!ruleOf(content)?.paper) return [];
  return content.certificates.flatMap((given, index) => {
    const known = facts.certificates[index];
    if (!known?.isPaper || given.isPaperHere) return [];
    return obstacleOf('documentMissing', {
      field: `certificates[${index}].isPaperHere`,
      values: { document: `the paper of ${known.name}` },
      reasons: ['O07'],
    });
  });
}

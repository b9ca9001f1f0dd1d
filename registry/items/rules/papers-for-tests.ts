// Test data: papers of an item with no obstacle, to be changed by each test.

import { type ItemContentInput, itemContent } from '#lib/contract/agent/content';
import { federalCalendar } from '#lib/format/business-days';
import type { Obstacle } from '../obstacle.ts';
import { type AccountFacts, type PaperFacts, type Papers, paperDefaults } from './facts.ts';
import { paperObstacles } from './papers.ts';

export const accountFor = (changes: Partial<AccountFacts> = {}): AccountFacts => ({
  holderId: 1n,
  registration: ['ALICE MILLER'],
  accountType: 'Individual',
  taxId: '123456789',
  isTaxIdCertified: true,
  addressChangedOn: null,
  badAddressSince: null,
  diedOn: null,
  sanctions: null,
  ...changes,
});

const transferee = accountFor({ holderId: 2n, registration: ['BERT NOVAK'], taxId: '987654321' });

/** A sale of 1,000 shares at $10.00 with all its papers, received 2026-11-20, and what a test changes of it. */
export function papersFor(content: Partial<ItemContentInput> = {}, facts: Partial<PaperFacts> = {}): Papers {
  return {
    content: itemContent.parse({
      kind: 'Transfer',
      caseCode: 'Sale',
      securityTypeId: 1,
      receivedAt: '2026-11-20T10:00:00-05:00',
      channel: 'Mail',
      certificates: [{ controlCertificateId: 11, isPaperHere: true }],
      lines: [{ systemShareholderId: 2, shares: 1000 }],
      documents: [{ kind: 'Assignment', state: 'Original', date: '2026-11-17' }],
      guarantees: [{ signer: 'Alice Miller', prefix: 'F', date: '2026-11-17' }],
      ...content,
    }),
    facts: {
      today: '2026-11-20',
      receivedDate: '2026-11-20',
      countedFrom: '2026-11-20',
      calendar: federalCalendar,
      transferors: [accountFor()],
      transferees: [transferee],
      certificates: [{ name: 'BE-20', isPaper: true }],
      className: 'Common Stock',
      cusip: '517345109',
      price: { perShare: '10.00', day: '2026-11-19' },
      sharesLeaving: 1000n,
      restrictions: ['N'],
      acquiredOn: '2020-01-15',
      issuerReports: true,
      issuerWasShell: false,
      isStoppedAsLost: null,
      settings: paperDefaults,
      ...facts,
    },
  };
}

/** 'code: message' of what stands open against an item; cleared ones end with '(cleared)'. */
export function obstaclesOf(papers: Papers): string[] {
  return paperObstacles(papers).map(lineOf);
}

export function lineOf({ code, message, isCleared }: Obstacle): string {
  return `${code}: ${message}${isCleared ? ' (cleared)' : ''}`;
}

// Lists the demo's items of the work queue: issuer, content, channel and stage of each.

import type { ItemContentInput } from '#lib/contract/agent/content';
import * as make from './contents.ts';

/** What becomes of an item after it was entered. */
export type PlannedStage = 'entered' | 'submitted' | 'held';

export type Planned = {
  issuer: number;
  make: (task: make.Task) => Promise<ItemContentInput>;
  channel: ItemContentInput['channel'];
  stage: PlannedStage;
  /** What is to be obtained, of a held item. */
  holdReason?: string;
  /** The obstacle that the check has to name, and how the item ends. */
  obstacle?: { code: string; end: string };
};

const item = (
  make: Planned['make'],
  issuer: number,
  stage: PlannedStage,
  more: Partial<Planned> = {},
): Planned => ({
  issuer,
  make,
  channel: 'Mail',
  stage,
  ...more,
});

const depository = { channel: 'Depository' } as const;
const courier = { channel: 'Courier' } as const;
const fromIssuer = { channel: 'Issuer' } as const;
const counter = { channel: 'Counter' } as const;

const blocked = (code: string, end: string) => ({ obstacle: { code, end } });

const twoSales = () => {
  const both = make.twoSalesOfOne();
  return [both, both] as const;
};

/**
 * The sixty items in the order of their receipt, thirty a day. Entered by two operators in turn; 28 are entered, 26
 * await approval, 6 are held. Obstacles are only among those entered and held.
 */
export function planItems(): readonly Planned[] {
  const [firstSale, secondSale] = twoSales();
  return [
    // The business day before.
    item(make.bookToPaper, 1008, 'submitted'),
    item(make.depositDwac, 1001, 'submitted', depository),
    item(make.jointToSingle, 1008, 'submitted'),
    item(make.estate, 1008, 'submitted', courier),
    item(make.withdrawalDrs, 1001, 'submitted', depository),
    item(make.gift, 1004, 'submitted'),
    item(make.paperToBook, 1008, 'submitted'),
    item(make.toTrust, 1001, 'submitted'),
    item(make.withdrawalDwac, 1005, 'submitted', depository),
    item(make.survivor, 1008, 'submitted'),
    item(make.saleOfStopped, 1008, 'held', {
      ...blocked('stopped', 'reject O09'),
      holdReason: 'The presentor is asked for the letter that the certificate was found',
    }),
    item(make.giftWithoutRestriction, 1005, 'entered', blocked('restrictionDropped', 'reject O11')),
    item(make.estateWithOldLetters, 1008, 'held', {
      ...blocked('appointmentStale', 'reject O03'),
      holdReason: 'Newer letters asked for',
    }),
    item(make.jointWithOneSignature, 1004, 'held', {
      ...blocked('ownersMissing', 'reject M08'),
      holdReason: 'Signature of the second owner asked for',
    }),
    item(make.postedDeposit, 1008, 'entered', {
      ...depository,
      ...blocked('duplicateReference', 'reject D10'),
    }),
    item(make.legendRemoval, 1005, 'entered', courier),
    item(firstSale, 1001, 'entered'),
    item(make.splitUp, 1008, 'submitted'),
    item(make.smallEstate, 1001, 'entered'),
    item(make.stopPlace, 1008, 'submitted', counter),
    // After noon.
    item(make.depositDwac, 1008, 'submitted', depository),
    item(make.bookToPaper, 1008, 'submitted'),
    item(make.repurchase, 1001, 'submitted', fromIssuer),
    item(make.nameChange, 1008, 'submitted'),
    item(make.replacementWithoutBond, 1008, 'held', {
      ...blocked('documentMissing', 'reject O12'),
      holdReason: 'Indemnity bond asked for',
    }),
    item(make.addressHold, 1001, 'entered'),
    item(make.saleOfCanceled, 1001, 'entered', blocked('notOutstanding', 'reject O08')),
    item(make.correctionWithLater, 1001, 'entered', blocked('dependents', 'cancel')),
    item(make.toTrust, 1008, 'entered'),
    item(make.estate, 1001, 'entered', courier),
    // The day of the load.
    item(make.sale, 1008, 'submitted', courier),
    item(make.withdrawalDrs, 1005, 'submitted', depository),
    item(make.jointToSingle, 1004, 'submitted'),
    item(make.gift, 1008, 'submitted'),
    item(make.custodianshipEnds, 1001, 'submitted'),
    item(make.paperToBook, 1001, 'submitted'),
    item(make.beneficiary, 1008, 'submitted'),
    item(make.depositOfTooMany, 1001, 'entered', {
      ...depository,
      ...blocked('unbalanced', 'reject D09'),
    }),
    item(make.saleBelowValue, 1008, 'held', {
      ...blocked('guaranteeTooLow', 'reject M02'),
      holdReason: 'A guarantee for the value of the shares asked for',
    }),
    item(make.depositWithOtherTaxId, 1005, 'entered', {
      ...depository,
      ...blocked('taxIdMismatch', 'reject D04'),
    }),
    item(make.legendRemovalOfTooMany, 1005, 'held', {
      ...blocked('opinionScope', 'reject O01'),
      holdReason: 'An opinion for all shares asked for',
    }),
    item(secondSale, 1001, 'entered', blocked('sameCertificate', 'reject O15')),
    item(make.giftToKnownHolder, 1004, 'entered', blocked('possibleDuplicate', 'use the account')),
    item(make.consolidation, 1008, 'submitted'),
    item(make.estate, 1008, 'entered'),
    item(make.legendPlacement, 1005, 'entered', fromIssuer),
    item(make.survivor, 1008, 'entered'),
    item(make.smallEstate, 1008, 'entered'),
    item(make.escheat, 1008, 'entered'),
    item(make.withdrawalDwac, 1001, 'entered', depository),
    item(make.toTrust, 1008, 'entered'),
    item(make.jointToSingle, 1008, 'entered'),
    // After noon.
    item(make.withdrawalDrs, 1008, 'submitted', depository),
    item(make.custodianshipEnds, 1008, 'entered'),
    item(make.nameChange, 1001, 'entered'),
    item(make.paperToBook, 1008, 'submitted'),
    item(make.stopRelease, 1008, 'entered'),
    item(make.retirement, 1001, 'entered', fromIssuer),
    item(make.lostSearch, 1008, 'entered'),
    item(make.laterIssuance, 1001, 'entered', {
      ...fromIssuer,
      ...blocked('effectiveFuture', 'approve'),
    }),
  ];
}

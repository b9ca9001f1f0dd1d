// Table of obstacles: effect, sentence, rejection reasons, and what clears each.

import type { ItemContent } from '#lib/contract/agent/content';
import type { RejectionReason } from '#lib/contract/agent/values';
import { hasReason, type Obstacle } from '../obstacle.ts';

type Row = {
  /** The code of the obstacle, where a code has several sentences. */
  code?: string;
  effect: Obstacle['effect'];
  sentence: string;
  reasons: readonly RejectionReason[];
  /** What clears it, for people. */
  clearedBy: string;
  /** A reason in the content clears it. */
  byReason?: true;
};

/** Obstacles that follow from papers and parties. A clerk sees the sentence with its values filled in. */
export const obstacleTable = {
  documentMissing: {
    effect: 'Holds',
    sentence: 'Missing: {document}.',
    reasons: [],
    clearedBy: 'the document, or its waiver with a reason',
  },
  guaranteeMissing: {
    effect: 'Holds',
    sentence: 'No signature guarantee for {signer}.',
    reasons: ['M01'],
    clearedBy: 'the guarantee, or its waiver with a reason',
  },
  waiverUnavailable: {
    effect: 'Refuses',
    sentence: 'The signature guarantee cannot be waived: {cause}.',
    reasons: ['M11'],
    clearedBy: 'what is missing for the waiver, or the guarantee',
  },
  capacityMissing: {
    effect: 'Holds',
    sentence: 'The guarantee of {signer} states no capacity.',
    reasons: ['M12'],
    clearedBy: 'a guarantee in the capacity',
  },
  guaranteeTooLow: {
    effect: 'Holds',
    sentence: 'Prefix {prefix} covers {limit}; the shares are worth {value} on {date}.',
    reasons: ['M02'],
    clearedBy: 'a guarantee with a higher limit',
  },
  guaranteeDate: {
    effect: 'Holds',
    sentence: 'The guarantee of {date} is older than the assignment of {assigned}.',
    reasons: ['M10'],
    clearedBy: 'a later guarantee',
  },
  ownersMissing: {
    effect: 'Holds',
    sentence: '{signed} of {owners} owners signed.',
    reasons: ['M08'],
    clearedBy: 'the signatures, or a reason where the register shows more owners than there are',
    byReason: true,
  },
  appointmentStale: {
    effect: 'Holds',
    sentence: 'The court certificate of {date} is older than {limit}.',
    reasons: ['O03'],
    clearedBy: 'a newer certificate',
  },
  smallEstate: {
    effect: 'Holds',
    sentence:
      '{state}: at most {limit}, and at least {days} days after the death; here {value} and {elapsed} days.',
    reasons: ['O05'],
    clearedBy: 'an estate within the limit, after the wait',
  },
  smallEstateUnknown: {
    code: 'smallEstate',
    effect: 'Holds',
    sentence:
      'The limit for small estates of {state} is not recorded. Check it and enter the result as a reason.',
    reasons: ['O05'],
    clearedBy: 'a reason',
    byReason: true,
  },
  smallEstateFacts: {
    code: 'smallEstate',
    effect: 'Holds',
    sentence: 'The limit for small estates cannot be checked: {missing}.',
    reasons: ['O05'],
    clearedBy: 'the fact that is missing',
  },
  taxWaiver: {
    effect: 'Warns',
    sentence: 'It is not recorded whether {state} asks for a tax waiver.',
    reasons: ['O04'],
    clearedBy: 'the waiver, or a reason',
    byReason: true,
  },
  opinionScope: {
    effect: 'Holds',
    sentence: 'The opinion covers {covered} shares; {presented} are presented.',
    reasons: ['O01'],
    clearedBy: 'fewer shares, or another opinion',
  },
  holdingPeriod: {
    effect: 'Warns',
    sentence: 'Held {months} months; Rule 144 asks {asked}.',
    reasons: [],
    clearedBy: 'the approver',
  },
  issuerWindow: {
    effect: 'Holds',
    sentence: 'The issuer may answer until {date}.',
    reasons: [],
    clearedBy: "the issuer's answer, the day after, or a reason",
    byReason: true,
  },
  bondTooLow: {
    effect: 'Holds',
    sentence: 'The bond covers {amount}; the shares are worth {value}.',
    reasons: ['O12'],
    clearedBy: 'a higher bond, or one without a limit',
  },
  stopMissing: {
    effect: 'Holds',
    sentence: 'The certificate has no stop as lost. Place one first.',
    reasons: ['O12'],
    clearedBy: 'the stop',
  },
  priceMissing: {
    effect: 'Warns',
    sentence: 'No price of {class} by {date}; enter the value.',
    reasons: [],
    clearedBy: 'the value',
  },
  minorAge: {
    effect: 'Holds',
    sentence: '{minor} is {age}; in {state} the custodianship ends at {end}.',
    reasons: ['O13'],
    clearedBy: "the custodian's endorsement",
  },
  minorAgeAssumed: {
    code: 'minorAge',
    effect: 'Holds',
    sentence:
      '{minor} is {age}; the custodianship is assumed to end at {end}, because the age in {state} is not recorded.',
    reasons: ['O13'],
    clearedBy: "the custodian's endorsement, or a reason",
    byReason: true,
  },
  minorAgeUnknown: {
    code: 'minorAge',
    effect: 'Holds',
    sentence: 'The date of birth of {minor} is not entered.',
    reasons: ['O13'],
    clearedBy: "the date, or the custodian's endorsement",
  },
  deceased: {
    effect: 'Holds',
    sentence: '{holder} died on {date}; use an estate, survivor or beneficiary case.',
    reasons: ['O04'],
    clearedBy: 'another case',
  },
  taxIdMissing: {
    effect: 'Warns',
    sentence: '{holder} has no tax ID; payments bear backup withholding.',
    reasons: [],
    clearedBy: 'Form W-9 or W-8',
  },
  taxIdUncertified: {
    effect: 'Warns',
    sentence: '{holder} has no certified tax ID; payments bear backup withholding.',
    reasons: [],
    clearedBy: 'Form W-9 or W-8',
  },
  taxIdMismatch: {
    effect: 'Holds',
    sentence: "The tax ID of the {source} differs from the account's.",
    reasons: ['D04'],
    clearedBy: 'a corrected instruction',
  },
  registrationMismatch: {
    effect: 'Holds',
    sentence: "The instruction's registration differs from the account's.",
    reasons: ['D03'],
    clearedBy: 'a corrected instruction, or a reason where both mean the same',
    byReason: true,
  },
  cusipMismatch: {
    effect: 'Holds',
    sentence: "The instruction's CUSIP differs from that of {class}.",
    reasons: ['D08'],
    clearedBy: 'a corrected instruction',
  },
  quantityMismatch: {
    effect: 'Holds',
    sentence: 'The instruction is for {instructed} shares; the item moves {moved}.',
    reasons: ['D09'],
    clearedBy: 'a corrected instruction',
  },
  recentAddressChange: {
    effect: 'Warns',
    sentence: 'The address of {holder} changed {days} days before receipt.',
    reasons: [],
    clearedBy: 'a call-back',
  },
  badAddress: {
    effect: 'Warns',
    sentence: 'Mail to {holder} is returned since {date}.',
    reasons: [],
    clearedBy: 'an address signed by the holder',
  },
  sanctions: {
    effect: 'Holds',
    sentence: 'Sanctions hold on {holder} since {date}.',
    reasons: ['O18'],
    clearedBy: 'an administrator who neither enters nor approves the item',
  },
  staleDated: {
    effect: 'Warns',
    sentence: 'Effective {date} lies {days} business days before receipt.',
    reasons: [],
    clearedBy: 'the approver',
  },
} as const satisfies Record<string, Row>;

export type ObstacleRow = keyof typeof obstacleTable;

/** The names in braces of a sentence. */
type Placeholder<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

type Values<R extends ObstacleRow> = Record<Placeholder<(typeof obstacleTable)[R]['sentence']>, string>;

type Given<R extends ObstacleRow> = {
  field: string;
  isCleared?: boolean;
  /** In place of those of the table. */
  reasons?: readonly RejectionReason[];
} & (keyof Values<R> extends never ? { values?: undefined } : { values: Values<R> });

/** One obstacle with its sentence filled in. */
export function obstacleOf<R extends ObstacleRow>(row: R, given: Given<R>): Obstacle {
  const entry: Row = obstacleTable[row];
  const values: Record<string, string> = given.values ?? {};
  return {
    code: entry.code ?? row,
    effect: entry.effect,
    field: given.field,
    message: entry.sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
    rejectionReasons: [...(given.reasons ?? entry.reasons)],
    isCleared: given.isCleared ?? false,
    byReason: entry.byReason === true,
  };
}

/** Whether the content gives a reason that clears an obstacle, and the table lets a reason clear it. */
export function isClearedByReason(row: ObstacleRow, content: ItemContent): boolean {
  const entry: Row = obstacleTable[row];
  return entry.byReason === true && hasReason(content, entry.code ?? row);
}

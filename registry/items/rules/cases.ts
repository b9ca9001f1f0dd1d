// Table of transfer cases: the documents, signers, checks and dates that each asks for.

import type { CaseCode, DocumentKind, ItemKind, RejectionReason } from '#lib/contract/agent/values';
import { type TransferKind, transferKinds } from '#registry/ledger/core/sub-kinds';
import type { Condition } from './conditions.ts';

/** A document that a case asks for. Any one of `anyOf` is enough; with none, `unless` says what is. */
export type Requirement = {
  /** What is missing, for people: "Missing: a certified death certificate." */
  name: string;
  anyOf: readonly DocumentKind[];
  /** Asked for only where this holds. */
  when?: Condition;
  /** Not asked for where this holds. */
  unless?: Condition;
  /** Reasons for a rejection when it does not come. */
  reasons: readonly RejectionReason[];
};

/** Obstacle checks that only some cases have. Those of books and parties that every case has are not listed. */
export type CaseCheck =
  | 'appointmentStale'
  | 'authorityMissing'
  | 'bondTooLow'
  | 'countUnchanged'
  | 'dependents'
  | 'depositorySet'
  | 'formUnchanged'
  | 'holdingPeriod'
  | 'issuerWindow'
  | 'minorAge'
  | 'opinionScope'
  | 'overIssue'
  | 'restrictedMove'
  | 'smallEstate'
  | 'stopPlaced'
  | 'taxIdMismatch'
  | 'taxWaiver'
  | 'treasuryRole';

/** Why an item is not routine, by the number of the rule. */
export const nonRoutineReasons = {
  1: 'The agent does not have the certificates.',
  2: 'There is a stop, a claim or a restriction.',
  3: 'Something more is needed.',
  4: 'Papers other than assignments, powers, certified resolutions, guarantees and tax waivers have to be reviewed.',
  5: 'It belongs to a reorganization, tender, exchange, redemption or liquidation.',
  6: 'It is a warrant or convertible within five business days of its lapse.',
  7: 'It is an exercise or a conversion.',
  8: 'The class was in a public offering in the last 15 business days.',
} as const;

export type NonRoutineReason = keyof typeof nonRoutineReasons;

/** Who signs: all owners, those who survive, or one who acts for the owner. */
export type Signers = 'Owners' | 'Survivors' | 'Representative';

/**
 * The acquisition date of the new certificates. Carried: that of the shares. New: the effective date. NewUnlessRestricted:
 * the effective date, but restricted shares keep theirs, because their holding period runs on. Latest: the latest of
 * the dates that are joined. AsPurpose: as the ledger has it for the purpose.
 */
export type AcquisitionDate = 'Carried' | 'New' | 'NewUnlessRestricted' | 'Latest' | 'AsPurpose';

export type CaseRule = {
  /** The purposes it may have in the ledger; the first unless the content names another. */
  subKinds: readonly [TransferKind, ...TransferKind[]];
  /** Set B: assignment, a guarantee for each signer, particulars of the transferee. */
  setB: boolean;
  /** Null: nobody signs for the shares. */
  signers: Signers | null;
  /** Signatures are asked for only where this holds. */
  signersWhen?: Condition;
  /** The guarantee has to state the capacity of the signer. */
  inCapacity?: true;
  /** Certificates on paper are handed in. */
  paper: boolean;
  documents: readonly Requirement[];
  checks: readonly CaseCheck[];
  /** The reason why it is not routine, or null. The first exception that holds decides instead. */
  notRoutine: NonRoutineReason | null;
  exceptions?: readonly { when: Condition; notRoutine: NonRoutineReason | null }[];
  /** False: the agent begins it, so the turnaround figures leave it out. */
  isPresented: boolean;
  acquired: AcquisitionDate;
  /** The case settles the death of the holder. */
  settlesDeath?: true;
  /** Reasons for a rejection that fit the case. */
  rejections: readonly RejectionReason[];
};

/** What every holder who presents shares for another account hands in, beside guarantees. */
export const setB: readonly Requirement[] = [
  {
    name: 'an assignment, stock power or letter of instruction signed by all owners',
    anyOf: ['Assignment', 'Instruction'],
    reasons: ['O02'],
  },
  {
    name: 'a certified resolution, or a guarantee that states the capacity',
    anyOf: ['CertifiedResolution'],
    when: 'ownerIsEntity',
    unless: 'capacityGuaranteed',
    reasons: ['O06'],
  },
];

const letter: Requirement = {
  name: 'a letter of instruction',
  anyOf: ['Instruction', 'Assignment'],
  reasons: ['O02'],
};
const deathCertificate: Requirement = {
  name: 'a certified death certificate',
  anyOf: ['DeathCertificate'],
  reasons: ['O04'],
};
const domicile: Requirement = {
  name: 'an affidavit of domicile',
  anyOf: ['DomicileAffidavit'],
  reasons: ['O04'],
};
const issuerAuthority: Requirement = {
  name: "the issuer's resolution or instruction",
  anyOf: ['CertifiedResolution', 'IssuerLetter'],
  unless: 'hasAuthority',
  reasons: ['O14'],
};

const presented = { setB: true, signers: 'Owners', paper: true, isPresented: true } as const;
const sameHolder = { setB: false, signers: null, paper: true, isPresented: true } as const;

/** One row for each case of a transfer. */
export const caseRules: Readonly<Record<CaseCode, CaseRule>> = {
  Sale: {
    ...presented,
    subKinds: ['Sale'],
    documents: [],
    checks: ['restrictedMove'],
    notRoutine: null,
    acquired: 'New',
    rejections: ['M01', 'M02', 'M07'],
  },
  RegisteredSale: {
    ...presented,
    subKinds: ['Registered sale'],
    documents: [{ name: "the issuer's letter", anyOf: ['IssuerLetter'], reasons: ['O01'] }],
    checks: ['restrictedMove'],
    notRoutine: 2,
    acquired: 'New',
    rejections: ['M01', 'M02', 'M07'],
  },
  Gift: {
    ...presented,
    subKinds: ['Gift'],
    documents: [
      {
        name: "the donor's basis and date of acquisition",
        anyOf: ['DonorBasis'],
        unless: 'hasTaxLots',
        reasons: ['O13'],
      },
    ],
    checks: ['restrictedMove'],
    notRoutine: null,
    acquired: 'Carried',
    rejections: ['M01', 'O13'],
  },
  JointSingle: {
    ...presented,
    subKinds: ['Re-registration'],
    documents: [],
    checks: [],
    notRoutine: null,
    acquired: 'Carried',
    rejections: ['M08'],
  },
  Survivor: {
    ...presented,
    subKinds: ['Re-registration'],
    signers: 'Survivors',
    documents: [deathCertificate],
    checks: ['taxWaiver'],
    notRoutine: 4,
    acquired: 'Carried',
    settlesDeath: true,
    rejections: ['O04'],
  },
  Estate: {
    ...presented,
    subKinds: ['Death transfer'],
    signers: 'Representative',
    inCapacity: true,
    documents: [
      { name: 'letters or a court certificate', anyOf: ['CourtAppointment'], reasons: ['O03'] },
      domicile,
    ],
    checks: ['appointmentStale', 'taxWaiver'],
    notRoutine: 4,
    acquired: 'NewUnlessRestricted',
    settlesDeath: true,
    rejections: ['O03', 'O04', 'M12'],
  },
  SmallEstate: {
    ...presented,
    subKinds: ['Death transfer'],
    signers: 'Representative',
    documents: [
      {
        name: "a notarized affidavit on the state's form",
        anyOf: ['SmallEstateAffidavit'],
        reasons: ['O05'],
      },
      deathCertificate,
    ],
    checks: ['smallEstate'],
    notRoutine: 4,
    acquired: 'NewUnlessRestricted',
    settlesDeath: true,
    rejections: ['O05'],
  },
  Beneficiary: {
    ...presented,
    subKinds: ['Death transfer'],
    signers: 'Representative',
    documents: [
      deathCertificate,
      { name: 'photo identity of the beneficiary', anyOf: ['Identity'], reasons: ['O04'] },
    ],
    checks: [],
    notRoutine: 4,
    acquired: 'NewUnlessRestricted',
    settlesDeath: true,
    rejections: ['O04'],
  },
  ToTrust: {
    ...presented,
    subKinds: ['Re-registration'],
    documents: [
      {
        name: 'name and date of the trust and its trustees in the new registration',
        anyOf: ['TrustPages'],
        unless: 'registeredToTrust',
        reasons: ['O13'],
      },
    ],
    checks: [],
    notRoutine: null,
    acquired: 'Carried',
    rejections: ['O13'],
  },
  FromTrust: {
    ...presented,
    subKinds: ['Re-registration', 'Sale', 'Gift'],
    documents: [
      {
        name: "the successor's appointment, or the pages of the will or trust",
        anyOf: ['Appointment', 'TrustPages', 'CourtAppointment'],
        when: 'successorSigns',
        reasons: ['O06'],
      },
    ],
    checks: [],
    notRoutine: null,
    exceptions: [{ when: 'successorSigns', notRoutine: 4 }],
    acquired: 'AsPurpose',
    rejections: ['O06'],
  },
  CustodianshipEnds: {
    ...presented,
    subKinds: ['Re-registration'],
    signers: 'Representative',
    documents: [
      {
        name: "a birth certificate, or the custodian's endorsement",
        anyOf: ['BirthCertificate'],
        unless: 'custodianSigns',
        reasons: ['O13'],
      },
    ],
    checks: ['minorAge'],
    notRoutine: 4,
    exceptions: [{ when: 'custodianSigns', notRoutine: null }],
    acquired: 'Carried',
    rejections: ['O13'],
  },
  NameChange: {
    ...presented,
    subKinds: ['Re-registration'],
    documents: [
      {
        name: 'proof of the name change, or a guarantee of both names',
        anyOf: ['NameChangeProof'],
        unless: 'bothNamesGuaranteed',
        reasons: ['O02'],
      },
    ],
    checks: ['taxIdMismatch'],
    notRoutine: 4,
    exceptions: [{ when: 'bothNamesGuaranteed', notRoutine: null }],
    acquired: 'Carried',
    rejections: ['O02'],
  },
  Deposit: {
    setB: false,
    signers: 'Owners',
    signersWhen: 'serviceIsDwac',
    paper: true,
    isPresented: true,
    subKinds: ['Depository deposit'],
    documents: [
      {
        name: 'a guaranteed assignment or stock power',
        anyOf: ['Assignment'],
        when: 'serviceIsDwac',
        reasons: ['O02'],
      },
      {
        name: "the participant's instruction",
        anyOf: ['ParticipantInstruction'],
        reasons: ['D11'],
      },
    ],
    checks: ['depositorySet'],
    notRoutine: null,
    acquired: 'Carried',
    rejections: ['D03', 'D04', 'D09'],
  },
  Withdrawal: {
    setB: false,
    signers: null,
    paper: false,
    isPresented: true,
    subKinds: ['Depository withdrawal'],
    documents: [
      {
        name: "the participant's instruction",
        anyOf: ['ParticipantInstruction'],
        reasons: ['D07', 'D11'],
      },
    ],
    checks: ['depositorySet'],
    notRoutine: null,
    acquired: 'New',
    rejections: ['D01', 'D02', 'D07'],
  },
  PaperToBook: {
    ...sameHolder,
    subKinds: ['Form change'],
    documents: [letter],
    checks: ['formUnchanged'],
    notRoutine: null,
    acquired: 'Carried',
    rejections: ['O07'],
  },
  BookToPaper: {
    ...sameHolder,
    subKinds: ['Form change'],
    documents: [letter],
    checks: ['formUnchanged'],
    notRoutine: null,
    acquired: 'Carried',
    rejections: ['O02'],
  },
  SplitUp: {
    ...sameHolder,
    subKinds: ['Split-up'],
    documents: [letter],
    checks: ['countUnchanged'],
    notRoutine: null,
    acquired: 'Carried',
    rejections: ['O02'],
  },
  Consolidation: {
    ...sameHolder,
    subKinds: ['Consolidation'],
    documents: [letter],
    checks: ['countUnchanged'],
    notRoutine: null,
    acquired: 'Latest',
    rejections: ['O02'],
  },
  LegendRemoval: {
    ...sameHolder,
    subKinds: ['Legend removal'],
    documents: [
      {
        name: "a legal opinion (the issuer's direction is enough for a non-affiliate who has held for over 12 months)",
        anyOf: ['LegalOpinion'],
        unless: 'directionIsEnough',
        reasons: ['O01'],
      },
      {
        name: "a legal opinion, or the issuer's direction",
        anyOf: ['LegalOpinion', 'IssuerLetter'],
        when: 'directionIsEnough',
        reasons: ['O01'],
      },
      { name: "the seller's letter", anyOf: ['SellerLetter'], reasons: ['O01', 'O11'] },
      {
        name: "the broker's letter",
        anyOf: ['BrokerLetter'],
        when: 'ownerIsAffiliate',
        reasons: ['O01', 'O11'],
      },
      {
        name: 'Form 144',
        anyOf: ['Form144'],
        when: 'ownerIsAffiliate',
        reasons: ['O01', 'O11'],
      },
    ],
    checks: ['opinionScope', 'holdingPeriod', 'issuerWindow'],
    notRoutine: 2,
    acquired: 'Carried',
    rejections: ['O01', 'O11'],
  },
  LegendPlacement: {
    ...sameHolder,
    paper: false,
    subKinds: ['Legend placement'],
    documents: [
      { name: "the issuer's instruction", anyOf: ['IssuerLetter'], reasons: ['O14'] },
      { name: 'the text of the legend', anyOf: [], unless: 'hasLegendText', reasons: ['O14'] },
    ],
    checks: [],
    notRoutine: 2,
    acquired: 'Carried',
    rejections: ['O14'],
  },
  Lost: {
    ...sameHolder,
    paper: false,
    subKinds: ['Replacement'],
    documents: [
      { name: 'an affidavit of loss', anyOf: ['LossAffidavit'], reasons: ['O12'] },
      { name: 'an indemnity bond', anyOf: ['IndemnityBond'], reasons: ['O12'] },
    ],
    checks: ['bondTooLow', 'stopPlaced'],
    notRoutine: 2,
    acquired: 'Carried',
    rejections: ['O12'],
  },
  CourtOrder: {
    setB: false,
    signers: null,
    paper: false,
    isPresented: true,
    subKinds: ['Court order'],
    documents: [{ name: 'a certified court order', anyOf: ['CourtOrder'], reasons: ['O09'] }],
    checks: [],
    notRoutine: 2,
    acquired: 'Carried',
    settlesDeath: true,
    rejections: ['O09'],
  },
  Escheat: {
    setB: false,
    signers: null,
    paper: false,
    isPresented: false,
    subKinds: ['Escheat'],
    documents: [
      {
        name: "the state's demand, or the line of the report",
        anyOf: ['StateDemand'],
        reasons: [],
      },
    ],
    checks: [],
    notRoutine: null,
    acquired: 'Carried',
    settlesDeath: true,
    rejections: [],
  },
  Repurchase: {
    ...presented,
    subKinds: ['Repurchase'],
    documents: [issuerAuthority],
    checks: ['treasuryRole'],
    notRoutine: 5,
    acquired: 'Carried',
    rejections: ['O14'],
  },
};

/** What kinds without cases ask for. */
export type KindRule = Pick<
  CaseRule,
  'documents' | 'checks' | 'paper' | 'notRoutine' | 'isPresented' | 'rejections'
>;

export const kindRules: Readonly<Partial<Record<ItemKind, KindRule>>> = {
  Retirement: {
    documents: [issuerAuthority],
    checks: ['authorityMissing'],
    paper: true,
    notRoutine: 5,
    isPresented: true,
    rejections: ['O14'],
  },
  Issuance: {
    documents: [issuerAuthority],
    checks: ['overIssue'],
    paper: false,
    notRoutine: null,
    isPresented: false,
    rejections: ['O14'],
  },
  Correction: {
    documents: [],
    checks: ['dependents'],
    paper: false,
    notRoutine: null,
    isPresented: false,
    rejections: [],
  },
};

/** The row of the case; null for another kind than a transfer and before the case is entered. */
export function caseRuleOf({ kind, caseCode }: Coded): CaseRule | null {
  return kind === 'Transfer' && caseCode ? caseRules[caseCode] : null;
}

/** What an item asks for by its case or kind. */
export function ruleOf(item: Coded): KindRule | null {
  return caseRuleOf(item) ?? kindRules[item.kind] ?? null;
}

type Coded = { kind: ItemKind; caseCode?: CaseCode | null | undefined };

/** Whether a case brings the shares to another account. */
export function changesHolder({ subKinds }: CaseRule): boolean {
  return !transferKinds[subKinds[0]].sameHolder;
}

/** The purpose of a case in the ledger; null where the content names one that the case does not have. */
export function subKindOf(caseCode: CaseCode, purpose: string | null | undefined): TransferKind | null {
  const { subKinds } = caseRules[caseCode];
  if (!purpose) return subKinds[0];
  return subKinds.find((kind) => kind === purpose) ?? null;
}

/** Whether shares with a restriction keep their acquisition date and lots in a case. */
export function keepsAcquisitionDate(
  caseCode: CaseCode,
  subKind: TransferKind,
  restriction: string,
): boolean {
  const { acquired } = caseRules[caseCode];
  if (acquired === 'AsPurpose') return transferKinds[subKind].keepsLots;
  if (acquired === 'NewUnlessRestricted') return restriction !== 'N';
  return acquired !== 'New';
}

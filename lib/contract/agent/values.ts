import { z } from 'zod';
import { choice } from '../fields.ts';

/** The enumerations of the agent operations. */

export const itemKind = choice(
  { title: 'Kind', description: 'What the item asks for.', group: 'What' },
  {
    Transfer: 'Transfer',
    Retirement: 'Retirement',
    Issuance: 'Issuance',
    StopPlace: 'Stop placed',
    StopRelease: 'Stop released',
    AddressHold: 'Address hold',
    AddressRelease: 'Address release',
    ReturnedMail: 'Returned mail',
    LostSearch: 'Lost-holder search',
    Correction: 'Correction',
    IssuerRequest: [
      'Issuer request',
      'A list, a change of contact or something else that the issuer asks for',
    ],
  },
);

export type ItemKind = z.output<typeof itemKind>;

/** Cases of a transfer: each decides the documents, the purpose in the ledger and whether it is routine. */
export const caseCode = choice(
  { title: 'Case', description: 'Why the shares are transferred.', group: 'What' },
  {
    Sale: 'Sale',
    RegisteredSale: ['Registered sale', 'Restricted shares sold under a registration statement'],
    Gift: 'Gift',
    JointSingle: ['Joint to single, or single to joint', 'The owners of the account change'],
    Survivor: ['Survivor', 'A joint owner died'],
    Estate: ['Estate', 'Transfer by executor or administrator'],
    SmallEstate: ['Small estate', "Transfer on an affidavit under the state's limit"],
    Beneficiary: ['Beneficiary', 'Transfer on death'],
    ToTrust: 'To a trust',
    FromTrust: 'By a trustee',
    CustodianshipEnds: ['Custodianship ends', 'The minor has come of age'],
    NameChange: 'Name change',
    Deposit: 'Deposit at the depository',
    Withdrawal: 'Withdrawal from the depository',
    PaperToBook: 'Certificated to book entry',
    BookToPaper: 'Book entry to certificated',
    SplitUp: 'Split-up',
    Consolidation: 'Consolidation',
    LegendRemoval: 'Legend removal',
    LegendPlacement: 'Legend placement',
    Lost: ['Lost certificate', 'Replaced against affidavit and bond'],
    CourtOrder: 'Court order',
    Escheat: ['Escheat', 'Unclaimed property goes to the state'],
    Repurchase: 'Repurchase',
  },
);

export type CaseCode = z.output<typeof caseCode>;

export const itemStage = choice(
  { title: 'Stage', description: 'How far the item is.', group: 'What' },
  {
    Entered: 'Entered',
    Held: 'Held',
    AwaitingApproval: 'Awaiting approval',
    Ready: 'Ready to post',
    Posted: 'Posted',
    Rejected: 'Rejected',
    Canceled: 'Canceled',
  },
);

export type ItemStage = z.output<typeof itemStage>;

/** Stages in which an item can still change. */
export const openStages = ['Entered', 'Held', 'AwaitingApproval', 'Ready'] as const satisfies ItemStage[];

export const channel = choice(
  { title: 'Channel', description: 'How the item arrived.' },
  {
    Mail: 'Mail',
    Courier: 'Courier',
    Counter: 'Counter',
    Depository: 'Depository',
    Issuer: 'Issuer',
    Api: 'API',
  },
);

export const documentKind = choice(
  { title: 'Document', description: 'What the document is.' },
  {
    Instruction: 'Letter of instruction',
    Assignment: 'Assignment or stock power',
    CertifiedResolution: 'Certified resolution',
    TaxForm: 'W-9 or W-8',
    IssuerLetter: "Issuer's letter",
    DonorBasis: "Donor's basis and date",
    DeathCertificate: 'Death certificate',
    TaxWaiver: 'State tax waiver',
    DomicileAffidavit: 'Affidavit of domicile',
    CourtAppointment: 'Letters or court certificate',
    SmallEstateAffidavit: 'Small-estate affidavit',
    TrustPages: 'Trust pages',
    Appointment: 'Appointment of the successor',
    BirthCertificate: 'Birth certificate',
    NameChangeProof: 'Proof of the name change',
    ParticipantInstruction: "Participant's instruction",
    LegalOpinion: 'Legal opinion',
    SellerLetter: "Seller's letter",
    BrokerLetter: "Broker's letter",
    Form144: 'Form 144',
    LossAffidavit: 'Affidavit of loss',
    IndemnityBond: 'Indemnity bond',
    StateDemand: "State's demand or report line",
    StateReturn: "State's return of property",
    CourtOrder: 'Court order',
    OwnerLetter: "Owner's letter",
    Identity: 'Photo identity',
    Withdrawal: 'Written withdrawal',
    Other: 'Other',
  },
);

export type DocumentKind = z.output<typeof documentKind>;

export const documentState = choice(
  { title: 'State', description: 'Whether the document is here.' },
  { Original: 'Original', Copy: 'Copy', Waived: 'Waived', Missing: 'Missing' },
);

/** The kinds of stop, as the ledger names them. */
export const stopKind = choice(
  { title: 'Stop', description: 'Why the certificate is stopped.' },
  {
    'Lost, stolen or not received': 'Lost, stolen or not received',
    'Adverse claim': 'Adverse claim',
    'Court order or levy': 'Court order or levy',
    'Deceased - documents required': 'Deceased: documents required',
    'Issuer stop': 'Issuer stop',
    'Escheat hold': 'Escheat hold',
  },
);

/**
 * What an obstacle does. Refuses: the item cannot be submitted, approved or posted. Holds: it cannot be approved
 * until the obstacle is cleared. Warns: the approver has to acknowledge it.
 */
export const obstacleEffect = z.enum(['Refuses', 'Holds', 'Warns']);

export const rejectionKind = choice(
  { title: 'List', description: 'The list of rejections it belongs to.' },
  { DTC: 'Depository', Medallion: 'Signature guarantee', Other: 'Other' },
);

/** Reasons of a rejection. The letter names the list: D depository, M signature guarantee, O other. */
export const rejectionReasons = {
  D01: 'Insufficient FAST balance',
  D02: 'Account number not found',
  D03: 'Registration mismatch',
  D04: 'Tax ID mismatch',
  D05: 'Shares restricted: opinion required',
  D06: 'Stop or adverse claim',
  D07: 'Issuer instruction not received (DWAC)',
  D08: 'Wrong CUSIP or pre-split CUSIP',
  D09: 'Quantity differs from instruction',
  D10: 'Stale or duplicate instruction',
  D11: 'Instruction not matched on its day',
  D12: 'Issue not eligible',
  D13: 'Participant or surety number invalid',
  M01: 'No medallion on assignment',
  M02: 'Guarantee amount below transaction value (prefix limit)',
  M03: 'Stamp illegible or altered',
  M04: 'Stamp not on the assignment, or on the wrong document',
  M05: 'Guarantor not in a recognized program, or suspended',
  M06: 'Copy or fax: original ink stamp required',
  M07: 'Signature does not match registration',
  M08: 'Not all joint owners guaranteed',
  M09: 'Notary seal instead of guarantee',
  M10: 'Guarantee dated before assignment, or expired',
  M11: 'Waiver not available',
  M12: 'Capacity not stated',
  O01: 'Opinion not received or insufficient',
  O02: 'Assignment missing or insufficient',
  O03: 'Court appointment missing or too old',
  O04: 'Death, domicile or tax paper missing',
  O05: 'Small-estate affidavit not acceptable',
  O06: 'Trust or corporate authority not shown',
  O07: 'Certificate not presented',
  O08: 'Certificate already canceled',
  O09: 'Stop or adverse claim',
  O10: 'Insufficient shares',
  O11: 'Restriction not removed',
  O12: 'Affidavit or bond insufficient',
  O13: "Transferee's particulars missing",
  O14: "Issuer's authority missing",
  O15: 'Duplicate of another item',
  O16: 'Not an issue of this agent',
  O17: 'Fee not paid',
  O18: 'Legal hold',
  O19: 'Appointment ended; forwarded to the new agent',
} as const;

export const rejectionReason = choice(
  { title: 'Reason', description: 'Why the item is rejected.' },
  rejectionReasons,
);

export type RejectionReason = z.output<typeof rejectionReason>;

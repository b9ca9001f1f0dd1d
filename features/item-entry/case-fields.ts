// The form fields that each kind and case of item asks for.

import { type ContentPart, partsOf } from '#lib/contract/agent/parts';
import { issuePurposes, retirePurposes } from '#lib/contract/agent/purposes';
import type { CaseCode, ItemKind } from '#lib/contract/agent/values';

/** How a field is typed, and so how it is written in the content. */
export type FieldType =
  | 'text'
  | 'paragraph'
  | 'date'
  | 'shares'
  | 'money'
  | 'whole'
  | 'yes'
  | 'select'
  | 'account'
  | 'class'
  | 'transaction'
  | 'restriction'
  /** Yes, no, or not decided. */
  | 'decision'
  | 'stops';

export type FieldSpec = {
  /** Path in the content: `facts.dateOfDeath`. */
  path: string;
  label: string;
  type: FieldType;
  hint?: string;
  max?: number;
  options?: readonly { value: string; label: string }[];
};

export type FieldGroup = { title: string; fields: readonly FieldSpec[] };

const text = (path: string, label: string, max = 300, hint?: string): FieldSpec => ({
  path,
  label,
  type: 'text',
  max,
  hint,
});
const date = (path: string, label: string, hint?: string): FieldSpec => ({ path, label, type: 'date', hint });
const same = (...values: string[]) => values.map((value) => ({ value, label: value }));

const deathFacts = [
  date('facts.dateOfDeath', 'Date of death'),
  text('facts.stateOfDomicile', 'State of domicile', 2, 'Two letters.'),
];

/** Facts that a case asks for. */
const factsOf: Partial<Record<CaseCode, readonly FieldSpec[]>> = {
  Survivor: deathFacts,
  Estate: deathFacts,
  SmallEstate: deathFacts,
  Beneficiary: deathFacts,
  CustodianshipEnds: [
    date('facts.minorBornOn', 'Minor born on'),
    text('facts.custodyState', 'State of the custodianship', 2, 'Two letters.'),
  ],
  LegendRemoval: [{ path: 'facts.isAffiliate', label: 'The owner is an affiliate', type: 'yes' }],
};

const signing: readonly FieldSpec[] = [
  { path: 'facts.signers', label: 'Owners who signed', type: 'whole' },
  date('facts.assignmentDate', 'Date of the assignment'),
  { path: 'facts.isEntity', label: 'The owner is an entity', type: 'yes' },
  text('facts.callBack', 'Call-back', 300, 'Who was called, and when.'),
];

const depository: readonly FieldSpec[] = [
  { path: 'depository.service', label: 'Service', type: 'select', options: same('DWAC', 'DRS') },
  text('depository.participantNumber', 'Participant number', 20),
  text('depository.reference', 'Depository reference', 60),
  text('depository.cusip', 'CUSIP', 12),
  { path: 'depository.shares', label: 'Shares in the instruction', type: 'shares' },
  text('depository.registration', 'Registration in the instruction', 900),
  text('depository.taxId', 'Tax ID in the instruction', 20),
  text('depository.suretyNumber', 'Surety number', 40),
];

const position: readonly FieldSpec[] = [
  {
    path: 'sourcePosition.systemShareholderId',
    label: 'From account',
    type: 'account',
    hint: 'Instead of certificates: the registry takes the oldest ones when it posts.',
  },
  { path: 'sourcePosition.shares', label: 'Shares from the account', type: 'shares' },
  {
    path: 'sourcePosition.restrictionCode',
    label: 'Restriction of these shares',
    type: 'restriction',
  },
];

const authority: readonly FieldSpec[] = [
  text('authority.text', 'Authority', 500, 'The resolution or instruction it rests on.'),
  text('authority.signer', 'Signer of the authority'),
  date('authority.date', 'Date of the authority'),
];

const stopKinds = [
  { value: 'Lost, stolen or not received', label: 'Lost, stolen or not received' },
  { value: 'Adverse claim', label: 'Adverse claim' },
  { value: 'Court order or levy', label: 'Court order or levy' },
  { value: 'Deceased - documents required', label: 'Deceased: documents required' },
  { value: 'Issuer stop', label: 'Issuer stop' },
  { value: 'Escheat hold', label: 'Escheat hold' },
];

const stop: readonly FieldSpec[] = [
  { path: 'stop.kind', label: 'Kind of stop', type: 'select', options: stopKinds },
  date('stop.placedOn', 'Stopped from'),
  text('stop.demandedBy', 'Demanded by'),
  text('stop.document', 'Document of the demand'),
  date('stop.expiresOn', 'Expires on'),
  date('stop.noticeOn', 'Notice sent on'),
  text('stop.note', 'Note', 1000),
];

const returnedMail: readonly FieldSpec[] = [
  text('returnedMail.piece', 'What was mailed', 200),
  date('returnedMail.mailedOn', 'Mailed on'),
  date('returnedMail.returnedOn', 'Returned on'),
  date('returnedMail.resentOn', 'Sent again on'),
];

const search: readonly FieldSpec[] = [
  { path: 'search.number', label: 'Number of the search', type: 'whole' },
  date('search.searchedOn', 'Searched on'),
  text('search.service', 'Search service', 200),
  {
    path: 'search.by',
    label: 'Searched by',
    type: 'select',
    options: [
      { value: 'TaxId', label: 'Tax ID' },
      { value: 'Name', label: 'Name' },
    ],
  },
  text('search.terms', 'Search terms', 500),
  {
    path: 'search.result',
    label: 'Result',
    type: 'select',
    options: [
      { value: 'NotFound', label: 'Not found' },
      { value: 'Candidate', label: 'Candidate address' },
      { value: 'Deceased', label: 'Deceased' },
    ],
  },
  text('search.evidence', 'Evidence', 1000),
  text('search.candidate', 'Candidate address', 500),
  date('search.letterSentOn', 'Letter sent on'),
];

const classField: FieldSpec = {
  path: 'securityTypeId',
  label: 'Class',
  type: 'class',
};

const purposeField = (purposes: readonly string[]): FieldSpec => ({
  path: 'purpose',
  label: 'Purpose',
  type: 'select',
  options: same(...purposes),
});

/** Cases that need an authority of the issuer or a court. */
const withAuthority: readonly string[] = ['Repurchase', 'CourtOrder', 'LegendPlacement'];

/** Groups of plain fields that an item of the kind and case uses, in the order of the form. */
export function groupsOf(kind: ItemKind, caseCode: string): FieldGroup[] {
  const used = partsOf(kind);
  const has = (part: ContentPart) => used.has(part);
  const groups: FieldGroup[] = [];
  const add = (title: string, fields: readonly FieldSpec[]) => groups.push({ title, fields });
  if (kind === 'Issuance') add('Shares to issue', [classField, purposeField(issuePurposes)]);
  if (has('systemShareholderId'))
    add('Account', [{ path: 'systemShareholderId', label: 'Account', type: 'account' }]);
  if (has('sourcePosition') && (caseCode === 'Withdrawal' || kind === 'Retirement'))
    add('Position', position);
  if (has('sharesRetired'))
    add('Retirement', [
      purposeField(retirePurposes),
      {
        path: 'sharesRetired',
        label: 'Shares to retire',
        type: 'shares',
        hint: 'Empty: all that is presented.',
      },
    ]);
  if (has('correctsControlTransactionId'))
    add('Correction', [
      {
        path: 'correctsControlTransactionId',
        label: 'Transaction to correct',
        type: 'transaction',
        hint: 'By number, name or date.',
      },
      {
        path: 'stopIds',
        label: 'Stop to carry on',
        type: 'stops',
        hint: 'A stop on a certificate that the correction takes: it goes on at what is issued again.',
      },
    ]);
  if (has('stop')) add('Stop', stop);
  if (kind === 'StopRelease')
    add('Stops', [
      { path: 'stopIds', label: 'Stop to release', type: 'stops', hint: 'By certificate or kind of stop.' },
    ]);
  if (has('returnedMail')) add('Returned mail', returnedMail);
  if (has('search')) add('Search', search);
  if (has('depository') && (caseCode === 'Deposit' || caseCode === 'Withdrawal'))
    add('Depository instruction', depository);
  if (has('facts') && kind === 'Transfer')
    add('Facts', [...(factsOf[caseCode as CaseCode] ?? []), ...signing]);
  if (has('authority') && (kind !== 'Transfer' || withAuthority.includes(caseCode)))
    add('Authority', authority);
  if (has('reason')) add('Reason', [{ path: 'reason', label: 'Reason', type: 'paragraph', max: 2000 }]);
  add('Other details', [
    ...(caseCode === 'FromTrust' ? [purposeField(['Re-registration', 'Sale', 'Gift'])] : []),
    ...(has('certificates') && kind !== 'Issuance' && kind !== 'Correction' ? [classField] : []),
    ...(has('pricePerShare')
      ? [
          {
            path: 'pricePerShare',
            label: 'Price per share',
            type: 'money',
            hint: 'Only where the registry has no price.',
          } as const,
        ]
      : []),
    date(
      'effectiveDate',
      'Effective date',
      kind === 'Correction' ? 'Empty: the day of the transaction to correct.' : 'Empty: the day of posting.',
    ),
    { path: 'chargeAmount', label: 'Charge', type: 'money' },
    ...(has('delivery') ? [text('delivery', 'Delivery')] : []),
    { path: 'routine.isRoutine', label: 'Routine, if you decide otherwise', type: 'decision' },
    text('routine.reason', 'Reason of this decision', 500),
    {
      path: 'representsItemId',
      label: 'Presented again: rejected item',
      type: 'whole',
      hint: 'The number of the item that was rejected.',
    },
    { path: 'comments', label: 'Comments', type: 'paragraph', max: 4000 },
  ]);
  return groups;
}

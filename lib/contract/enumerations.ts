import { z } from 'zod';
import { choice, field } from './fields.ts';
import { certificateTypeTexts, restrictionTexts } from './share-texts.ts';

/** The enumerations of the interface. Where the interface shows no values, the comment at the list says so. */

export const accountType = choice(
  { title: 'Account type', description: 'How the shares are registered.', group: 'What' },
  {
    None: 'None',
    JointTenant: 'Joint Tenant',
    TenantsInCommon: 'Tenants In Common',
    JointWithRightOfSurvivorship: 'Joint With Right Of Survivorship',
    Trust: 'Trust',
    CustodyForAMinor: 'Custody For A Minor',
    CustodyForTheBenefitOf: 'Custody For The Benefit Of',
    Individual: 'Individual',
    Corporation: 'Corporation',
    Partnership: 'Partnership',
    UnclaimedProperty: 'Unclaimed Property',
    CommunityProperty: 'Community Property',
    IRA: 'IRA',
    ProfitSharingOrKeoghPlan: 'Profit Sharing Or Keogh Plan',
    NomineeOrDepository: 'Nominee Or Depository',
    SchoolsAndColleges: 'Schools And Colleges',
    Plan401K: '401K Plan',
    TransferOnDeath: 'Transfer On Death',
    Custodian: 'Custodian',
    RetirementAccounts: 'Retirement Accounts',
    SimplifiedEmployeePension: 'Simplified Employee Pension',
    RothIRA: 'Roth IRA',
    Pensions: 'Pensions',
  },
);

export const taxIdType = choice(
  { title: 'Tax ID type', description: 'The kind of tax identification number.' },
  {
    SSN: ['SSN', 'US Social Security number'],
    EIN: ['EIN', 'US employer identification number'],
    SIN: ['SIN', 'Canadian social insurance number'],
  },
);

export const restrictionCode = choice(
  { title: 'Restriction', description: 'The transfer restriction noted on the shares.' },
  {
    N: restrictionTexts.N,
    R: [restrictionTexts.R, 'Not registered under the Securities Act'],
    B: [restrictionTexts.B, 'State securities law legend'],
    A: [restrictionTexts.A, 'Officer, director or large holder'],
    S: [restrictionTexts.S, 'Offshore sale'],
    L: [restrictionTexts.L, 'Sale deferred by contract'],
    O: [restrictionTexts.O, 'For example a court order or shareholder agreement'],
  },
);

/** Values of filterSecurityType.securityTypeCode; other classes cannot be requested. */
export const filterTypeCode = choice(
  { title: 'Security type', description: 'All securities, or common or preferred only.', group: 'What' },
  { '': 'All securities', C: 'Common', P: 'Preferred' },
);
export const filterSeriesCode = choice(
  { title: 'Series', description: 'Series of the chosen security type.', group: 'What' },
  { '': 'Any series', A: 'Series A', B: 'Series B', C: 'Series C' },
);

export const issuanceTypeCode = choice(
  {
    title: 'Security type',
    description: 'Leave the security type out for common shares.',
    accepted: 'for common shares leave it out or send null',
  },
  { P: 'Preferred', W: 'Warrant', U: 'Units', B: 'Bond', D: 'Debenture', M: 'Interests' },
);
export const issuanceSeriesCode = choice(
  {
    title: 'Series',
    description: 'Series of the security; empty, as the list of securities has it, for one without a series.',
    accepted: 'leave it out or send null for any series',
  },
  { '': 'No series', A: 'Series A', B: 'Series B', C: 'Series C' },
);

const transactionLetters = {
  N: 'New issuance',
  T: 'Transfer',
  C: 'Conversion',
  R: 'Retirement',
  F: 'Forward split',
  V: 'Reverse split',
  D: 'Dividend',
} as const;

export const transactionTypeCode = choice(
  { title: 'Transaction type', description: 'One kind of transaction, or all.', group: 'What', initial: '' },
  { '': 'All types', ...transactionLetters },
);

/** The interface shows no values. Accepted: empty, All, or the letter of a type. */
export const filterTransactionType = choice(
  {
    title: 'Transaction type',
    description: 'One kind of transaction, or all.',
    group: 'What',
    initial: 'All',
  },
  { '': 'All types', All: 'All types', ...transactionLetters },
);

export const transactionStatus = choice(
  { title: 'Status', description: 'Where the transaction stands.', group: 'What', initial: 'All' },
  {
    All: 'All',
    Pending: 'Pending',
    Rejected: 'Rejected',
    Completed: 'Completed',
    Canceled: 'Canceled',
  },
);

export const sortBy = choice(
  { title: 'Sort by', description: 'Order of the accounts.', group: 'Order', initial: 'SortName' },
  {
    SortName: ['Last name', 'Last then first name'],
    Name: ['Name as registered', 'Name as it stands on the register'],
    Shares: ['Shares', 'Number of shares'],
  },
);

/** The columns of the work queue, and the holder sorts of the interface. */
export const statusSortBy = choice(
  { title: 'Sort by', description: 'Order of the transactions.', group: 'Order', initial: 'EffectiveDate' },
  {
    TransactionId: 'Transaction number',
    ReceivedDate: 'Received',
    CompletedDate: 'Completed',
    EffectiveDate: 'Effective',
    Type: 'Type',
    Status: 'Status',
    SortName: 'Last name',
    Name: 'Name as registered',
    Shares: 'Shares',
  },
);

export const orderBy = choice(
  { title: 'Direction', description: 'Lowest or highest first.', group: 'Order', initial: 'Ascending' },
  { Ascending: 'A to Z, lowest first', Descending: 'Z to A, highest first' },
);

export const restrictionStatus = choice(
  {
    title: 'Restriction',
    description: 'Count all shares, or only those with or without a transfer restriction.',
    group: 'What',
    initial: 'All',
  },
  { All: 'All shares', Restricted: 'Restricted only', NonRestricted: 'Unrestricted only' },
);

/**
 * certificateInfoStatus, holdingStatus, Status of the holdings statement and filterStatus share these values.
 */
export const certificateInfoStatus = choice(
  {
    title: 'Certificates',
    description: 'Outstanding on the date, canceled by then, or both.',
    group: 'What',
    initial: 'Outstanding',
  },
  {
    All: ['All', 'Outstanding and canceled'],
    Outstanding: ['Outstanding', 'Held on the date'],
    Canceled: ['Canceled', 'Canceled on or before the date'],
  },
);
export const holdingStatus = field(certificateInfoStatus, {
  title: 'Holdings',
  description: 'Accounts that hold shares on the date, that no longer do, or both.',
});

export const addressStatus = choice(
  {
    title: 'Addresses',
    description: 'Bad addresses are those from which mail came back.',
    group: 'What',
    initial: 'All',
  },
  { All: 'All', GoodAddress: 'Good addresses only', BadAddress: 'Bad addresses only' },
);

export const rejectionType = choice(
  {
    title: 'Rejections',
    description: 'Which refused items to list.',
    group: 'What',
    initial: 'MasterRejection',
  },
  {
    MasterRejection: ['All', 'Depository and medallion rejections'],
    DTCRejection: ['Depository', 'Depository rejections'],
    MedallionRejection: ['Medallion', 'Signature guarantee rejections'],
  },
);

export const contactStatus = choice(
  {
    title: 'Contacts',
    description: 'Current contacts, former ones, or both.',
    group: 'What',
    initial: 'Active',
  },
  { All: 'All', Active: 'Active', Inactive: 'Inactive' },
);

const dateColumns = {
  EffectiveDate: ['Effective date', 'The day the change counts from'],
  ProcessDate: ['Process date', 'The day it was posted'],
  ReceivedDate: ['Received date', 'The day the agent received it'],
  CompletedDate: ['Completed date', 'The day it was finished'],
} as const;

export type FilterDateBy = keyof typeof dateColumns;

/** 'Effective Date' for EffectiveDate: the spelling that the interface shows. */
export function spacedDateBy(value: string): string {
  return value.replace(/([a-z])Date$/, '$1 Date');
}

/** Both spellings are accepted; the joined one is passed on. */
export const filterDateBy = z
  .enum([
    'EffectiveDate',
    'ProcessDate',
    'ReceivedDate',
    'CompletedDate',
    'Effective Date',
    'Process Date',
    'Received Date',
    'Completed Date',
  ])
  .transform((value) => value.replace(' ', '') as FilterDateBy)
  .meta({
    title: 'Date to filter by',
    description: 'Which date of the transaction must lie in the period.',
    control: 'choice',
    choices: Object.entries(dateColumns).map(([value, [title, help]]) => ({ value, title, help })),
    group: 'When',
    initial: 'EffectiveDate',
  });

/** The interface shows no values. */
export const certificateType = choice(
  { title: 'Form', description: 'Book entry or certificated.', initial: 'BookEntry' },
  certificateTypeTexts,
);

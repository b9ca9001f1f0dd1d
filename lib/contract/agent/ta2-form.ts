/**
 * The items of Form TA-2 in the order of the form, with their numbers, as data: both programs and the worksheet file use
 * the same list. The wording is shortened.
 */

export type Ta2AnswerKind = 'text' | 'count' | 'money' | 'percent' | 'yes or no' | 'choice';

export type Ta2FormLine = {
  /** Stable name of the line, such as '5d-other'. */
  id: string;
  /** Its number on the form: '5(d)'. */
  item: string;
  /** The column of the item, where it has several: 'Corporate equity'. */
  column?: string;
  text: string;
  kind: Ta2AnswerKind;
  choices?: readonly string[];
  /**
   * Where the answer comes from: the books of the registry, its facts about the agent, a person, the certification of
   * this worksheet, or nowhere because it must not be stored.
   */
  from: 'books' | 'agent' | 'person' | 'signature' | 'never';
  /** Needed only when another line has one of these answers. */
  only?: { line: string; is: readonly string[] };
};

export const ta2Sections: readonly { section: string; title: string }[] = [
  { section: '1', title: 'Filing and registrant' },
  { section: '2', title: 'Service companies' },
  { section: '3', title: 'Regulatory agency' },
  { section: '4', title: 'Items and files' },
  { section: '5', title: 'Accounts' },
  { section: '6', title: 'Issues' },
  { section: '7', title: 'Plans, direct registration and dividends' },
  { section: '8', title: 'Aged record differences and buy-ins' },
  { section: '9', title: 'Turnaround' },
  { section: '10', title: 'Open-end funds' },
  { section: '11', title: 'Lost securityholders' },
  { section: 'Signature', title: 'Signature' },
];

/** Kinds of security in the columns of 5(d) and 6, named as in the figures of the TA-2 report. */
export const ta2Kinds = {
  corporateEquity: 'Corporate equity',
  corporateDebt: 'Corporate debt',
  openEndInvestmentCompany: 'Open-end investment company',
  limitedPartnership: 'Limited partnership',
  municipalDebt: 'Municipal debt',
  other: 'Other',
} as const;

export type Ta2Kind = keyof typeof ta2Kinds;

const yesNo = ['Yes', 'No'] as const;

const byKind = (item: string, prefix: string, text: string, more: Pick<Ta2FormLine, 'kind' | 'from'>) =>
  Object.entries(ta2Kinds).map(
    ([kind, column]): Ta2FormLine => ({ id: `${prefix}-${kind}`, item, column, text, ...more }),
  );

export const ta2Form: readonly Ta2FormLine[] = [
  { id: '1a', item: '1(a)', text: 'Filer CIK', kind: 'text', from: 'person' },
  { id: '1b', item: '1(b)', text: 'Filer CCC', kind: 'text', from: 'never' },
  {
    id: '1c',
    item: '1(c)',
    text: 'Live or test filing',
    kind: 'choice',
    choices: ['Live', 'Test'],
    from: 'person',
  },
  { id: '1d', item: '1(d)', text: 'Return copy', kind: 'yes or no', from: 'person' },
  { id: '1e', item: '1(e)', text: 'Amendment to an earlier filing', kind: 'yes or no', from: 'person' },
  { id: '1f', item: '1(f)', text: 'Contact: name, telephone, e-mail', kind: 'text', from: 'person' },
  { id: '1g', item: '1(g)', text: 'Notification e-mail addresses', kind: 'text', from: 'person' },
  { id: '1h', item: '1(h)', text: 'Full name of the registrant', kind: 'text', from: 'agent' },
  {
    id: '2a',
    item: '2(a)',
    text: 'Functions done by a service company',
    kind: 'choice',
    choices: ['All', 'Some', 'None'],
    from: 'person',
  },
  {
    id: '2b',
    item: '2(b)',
    text: 'Service companies engaged, with file numbers',
    kind: 'text',
    from: 'person',
    only: { line: '2a', is: ['All', 'Some'] },
  },
  {
    id: '2c',
    item: '2(c)',
    text: 'Engaged as a service company by another agent',
    kind: 'yes or no',
    from: 'person',
  },
  {
    id: '2d',
    item: '2(d)',
    text: 'Agents that engaged the registrant, with file numbers',
    kind: 'text',
    from: 'person',
    only: { line: '2c', is: ['Yes'] },
  },
  { id: '3a', item: '3(a)', text: 'Appropriate regulatory agency', kind: 'text', from: 'agent' },
  {
    id: '3b',
    item: '3(b)',
    text: 'Form TA-1 amended within 60 days where it became inaccurate',
    kind: 'choice',
    choices: ['Yes', 'No', 'Not applicable'],
    from: 'person',
  },
  {
    id: '3c',
    item: '3(c)',
    text: 'Why it was not amended',
    kind: 'text',
    from: 'person',
    only: { line: '3b', is: ['No'] },
  },
  { id: '4a', item: '4(a)', text: 'Items received for transfer', kind: 'count', from: 'books' },
  {
    id: '4b',
    item: '4(b)',
    text: 'Accounts on the master securityholder files',
    kind: 'count',
    from: 'books',
  },
  { id: '5a', item: '5(a)', text: 'Accounts at December 31', kind: 'count', from: 'books' },
  {
    id: '5b',
    item: '5(b)',
    text: 'Of them in reinvestment or direct purchase plans',
    kind: 'count',
    from: 'books',
  },
  { id: '5c', item: '5(c)', text: 'Of them in direct registration', kind: 'count', from: 'books' },
  ...byKind('5(d)', '5d', 'Percentage of accounts', { kind: 'percent', from: 'books' }),
  ...byKind('6(a)', '6a', 'Issues: receives items and keeps the file', { kind: 'count', from: 'books' }),
  ...byKind('6(b)', '6b', 'Issues: receives items only', { kind: 'count', from: 'person' }),
  ...byKind('6(c)', '6c', 'Issues: keeps the file only', { kind: 'count', from: 'person' }),
  {
    id: '7a',
    item: '7(a)',
    text: 'Issues with a reinvestment or direct purchase plan',
    kind: 'count',
    from: 'books',
  },
  { id: '7b', item: '7(b)', text: 'Issues with direct registration', kind: 'count', from: 'books' },
  {
    id: '7ci',
    item: '7(c)(i)',
    text: 'Issues for which dividends or interest were paid',
    kind: 'count',
    from: 'books',
  },
  {
    id: '7cii',
    item: '7(c)(ii)',
    text: 'Dollars of dividends and interest, cash in lieu included',
    kind: 'money',
    from: 'books',
  },
  {
    id: '8ai-prior',
    item: '8(a)(i)',
    column: 'Prior agent',
    text: 'Issues with aged record differences',
    kind: 'count',
    from: 'books',
  },
  {
    id: '8ai-current',
    item: '8(a)(i)',
    column: 'Current agent',
    text: 'Issues with aged record differences',
    kind: 'count',
    from: 'books',
  },
  {
    id: '8aii-prior',
    item: '8(a)(ii)',
    column: 'Prior agent',
    text: 'Market value of aged record differences',
    kind: 'money',
    from: 'books',
  },
  {
    id: '8aii-current',
    item: '8(a)(ii)',
    column: 'Current agent',
    text: 'Market value of aged record differences',
    kind: 'money',
    from: 'books',
  },
  { id: '8b', item: '8(b)', text: 'Quarterly reports of buy-ins filed', kind: 'count', from: 'books' },
  {
    id: '8c',
    item: '8(c)',
    text: 'All required reports of buy-ins filed',
    kind: 'yes or no',
    from: 'person',
  },
  {
    id: '8d',
    item: '8(d)',
    text: 'Why they were not filed',
    kind: 'text',
    from: 'person',
    only: { line: '8c', is: ['No'] },
  },
  {
    id: '9a',
    item: '9(a)',
    text: 'Turnaround of routine items always met',
    kind: 'yes or no',
    from: 'books',
  },
  {
    id: '9ai',
    item: '9(a)(i)',
    text: 'Months in which it was not met',
    kind: 'count',
    from: 'books',
    only: { line: '9a', is: ['No'] },
  },
  {
    id: '9aii',
    item: '9(a)(ii)',
    text: 'Notices filed for these months',
    kind: 'count',
    from: 'books',
    only: { line: '9a', is: ['No'] },
  },
  { id: '10a', item: '10(a)', text: 'Transactions in open-end funds', kind: 'count', from: 'books' },
  { id: '10b', item: '10(b)', text: 'Of them as of another day', kind: 'count', from: 'books' },
  {
    id: '11a',
    item: '11(a)',
    text: 'Database searches: date, accounts submitted, addresses found',
    kind: 'text',
    from: 'books',
  },
  { id: '11b', item: '11(b)', text: 'Lost accounts remitted to states', kind: 'count', from: 'books' },
  { id: 'sign-name', item: 'Signature', text: 'Name', kind: 'text', from: 'signature' },
  { id: 'sign-title', item: 'Signature', text: 'Title', kind: 'text', from: 'signature' },
  { id: 'sign-telephone', item: 'Signature', text: 'Telephone', kind: 'text', from: 'signature' },
  { id: 'sign-date', item: 'Signature', text: 'Date', kind: 'text', from: 'signature' },
];

/** The section of a line: '4' of '4(a)'. */
export const ta2SectionOf = ({ item }: Pick<Ta2FormLine, 'item'>): string => /^\d+/.exec(item)?.[0] ?? item;

/** Sections that a small filer completes; one that engages a service company for everything completes 1 to 3. */
const shortSections: ReadonlySet<string> = new Set(['1', '2', '3', '4', '5', '11', 'Signature']);
const servedSections: ReadonlySet<string> = new Set(['1', '2', '3', 'Signature']);

/** Whether the form asks for a line, given the answers to other lines. */
export function isAsked(
  line: Ta2FormLine,
  answer: (line: string) => string | null,
  isShortForm: boolean,
): boolean {
  const section = ta2SectionOf(line);
  if (answer('2a') === 'All' && !servedSections.has(section)) return false;
  if (isShortForm && !shortSections.has(section)) return false;
  return !line.only || line.only.is.includes(answer(line.only.line) ?? '');
}

/** Lines that are asked for and have no answer. Those of the signature are filled by certifying. */
export const missingLines = (
  answer: (line: string) => string | null,
  isShortForm: boolean,
): readonly Ta2FormLine[] =>
  ta2Form.filter(
    (line) =>
      line.from !== 'never' &&
      line.from !== 'signature' &&
      answer(line.id) === null &&
      isAsked(line, answer, isShortForm),
  );

/** Lines whose answer a person may enter: those that no record fills, and corrections of those that one does. */
export const mayBeEntered = ({ from }: Ta2FormLine): boolean => from !== 'never' && from !== 'signature';

/** What is wrong with a value for a line, as the end of a sentence; null: nothing. */
export function ta2ValueError({ kind, choices }: Ta2FormLine, value: string): string | null {
  if (kind === 'count') return /^\d{1,15}$/.test(value) ? null : 'must be a whole number without separators';
  if (kind === 'money')
    return /^\d{1,15}(?:\.\d{2})?$/.test(value)
      ? null
      : 'must be dollars such as 1234.50, without separators';
  if (kind === 'percent')
    return /^(?:100|\d{1,2})$/.test(value) ? null : 'must be a whole percentage from 0 to 100';
  const allowed = kind === 'yes or no' ? yesNo : kind === 'choice' ? (choices ?? []) : null;
  if (allowed && !allowed.includes(value)) return `must be one of: ${allowed.join(', ')}`;
  return null;
}

/** Its schema files could not be read, and a file of a guessed schema could be refused or misread. */
export const noXmlFile =
  'No XML file is made: the schema of the EDGAR Form TA-2 XML Technical Specification 3.2.0 could not be read.';

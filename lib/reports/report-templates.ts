import type { GetState } from './self-service-form.ts';

/** A template for a file that is needed regularly: everything except the issuer is set. */
export type ReportTemplate = {
  slug: string;
  title: string;
  /** What it is used for. */
  use: string;
  state: Partial<GetState> & Pick<GetState, 'what'>;
};

export const reportTemplates: readonly ReportTemplate[] = [
  {
    slug: 'month-end-register',
    title: 'Month-end register',
    use: 'Holder list as of the last month end',
    state: { what: 'holders', asof: 'month-end' },
  },
  {
    slug: 'meeting-list',
    title: 'Meeting list',
    use: 'Holders with addresses, for the record date of a meeting',
    // The day is the record date of the meeting that is chosen, never today by itself.
    state: { what: 'meeting' },
  },
  {
    slug: 'month-end-transactions',
    title: 'Transactions of last month',
    use: 'Every completed transaction of last month',
    state: { what: 'transactions', period: 'last-month' },
  },
  {
    slug: 'quarter-end-ownership',
    title: 'Quarter-end ownership',
    use: 'Ownership for the quarterly board report',
    state: { what: 'ownership', asof: 'quarter-end' },
  },
  {
    slug: 'year-end-balance',
    title: 'Year-end balance',
    use: 'Share counts for the year-end audit',
    state: { what: 'balance', asof: 'year-end' },
  },
];

export const reportTemplateOf = (slug: string): ReportTemplate | null =>
  reportTemplates.find((recipe) => recipe.slug === slug) ?? null;

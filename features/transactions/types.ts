// Properties of the page of transactions and of its views.

export type TransactionsProps = {
  issuer: number;
  name: string;
  view: 'status' | 'journal';
  /** Letter and title of each transaction type. */
  types: readonly { code: string; title: string }[];
  /** Agent staff start with pending items, issuer staff with completed ones. */
  agent: boolean;
  files: { list: boolean; register: boolean };
  asof: string | null;
  today: string;
  /** Name of the registry's time zone, whose calendar day a process date is. */
  zone: string;
};

/** The holder fields in a response row. */
export type HolderName = {
  id: bigint;
  customerId: string;
  /** The full registration: its name lines joined by a space. */
  name: string;
  sortName: string;
  accountType: string;
};

export type HolderRow = {
  holder_id: bigint;
  customer_id: string;
  name: string;
  name2: string;
  name3: string;
  sort_name: string;
  account_type: string;
};

/** The columns of HolderRow; the holder table has the alias h. */
export const holderColumns =
  'h.id as holder_id, h.customer_id, h.name, h.name2, h.name3, h.sort_name, h.account_type';

export function toHolderName(row: HolderRow): HolderName {
  return {
    id: row.holder_id,
    customerId: row.customer_id,
    name: [row.name, row.name2, row.name3].filter(Boolean).join(' '),
    sortName: row.sort_name,
    accountType: row.account_type,
  };
}

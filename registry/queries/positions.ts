/**
 * Parts of statements that read certificates. A nominee's position has a row for each time between two movements
 * (registry/ledger/core/positions.ts); a reader shows it as one certificate with the shares of the day. Alias c is the
 * certificate.
 */

/** The id of a certificate; of a position that of its first row, which it keeps. */
export const lastingId = 'coalesce(c.position_id, c.id)';

const firstRow = (column: string) =>
  `(select f.${column} from certificate f where f.issuer_id = c.issuer_id and f.id = c.position_id)`;

/** The day of issue; of a position that of its first row. */
export const issuedOn = `case when c.movement = 0 then c.issued_on else ${firstRow('issued_on')} end`;

/** The transaction that issued it; of a position that of its first row. */
export const issuedTxn = `case when c.movement = 0 then c.issued_txn else ${firstRow('issued_txn')} end`;

/** The day of cancellation; of a position the day on which it ended. */
export const canceledOn = `case when not c.is_replaced then c.canceled_on else (
  select l.canceled_on from certificate l
   where l.issuer_id = c.issuer_id and l.class_id = c.class_id and l.prefix = c.prefix and l.number = c.number
   order by l.movement desc limit 1) end`;

/** Whether a row shows its certificate at the close of a day: a position's earlier rows do not. */
export const isShownOn = (day: string) => `not (c.is_replaced and c.canceled_on <= ${day})`;

/** What a transaction moved, by the column that names it: of a position only the shares moved, on the side they moved to. */
export const sides = {
  canceled_txn: { isIssued: 'false', shares: 'c.shares', issuedOn, where: 'not c.is_replaced' },
  issued_txn: {
    isIssued: 'coalesce(c.moved_shares, c.shares) > 0',
    shares: 'abs(coalesce(c.moved_shares, c.shares))',
    // Shares that joined a position were issued on the day of the movement.
    issuedOn: `case when coalesce(c.moved_shares, c.shares) > 0 then c.issued_on else ${issuedOn} end`,
    where: 'true',
  },
} as const;

export type SideKey = keyof typeof sides;

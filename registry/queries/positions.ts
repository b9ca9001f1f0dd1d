/**
 * Parts of statements that read certificates. A nominee's position has a row for each time between two movements
 * (registry/ledger/core/positions.ts); a reader shows it as one certificate with the shares of the day. Alias c is the
 * certificate, and $1 its issuer. Each subquery names $1, because Citus sends a statement to one shard only if it finds
 * the issuer of every table without the others, and cannot run some that name it once.
 */

/** The id of a certificate; of a position that of its first row, which it keeps. */
export const lastingId = 'coalesce(c.position_id, c.id)';

const firstRow = (column: string, ofIssuer: string) =>
  `(select f.${column} from certificate f where ${ofIssuer} and f.id = c.position_id)`;
const ofOneIssuer = 'f.issuer_id = $1';
const ofIssuers = 'f.issuer_id = any($1::bigint[]) and f.issuer_id = c.issuer_id';

const issuedOnOf = (ofIssuer: string) =>
  `case when c.movement = 0 then c.issued_on else ${firstRow('issued_on', ofIssuer)} end`;

/** The day of issue; of a position that of its first row. */
export const issuedOn = issuedOnOf(ofOneIssuer);

/** The transaction that issued it; of a position that of its first row. */
export const issuedTxn = `case when c.movement = 0 then c.issued_txn else ${firstRow('issued_txn', ofOneIssuer)} end`;

/** The day of cancellation; of a position the day on which it ended. */
export const canceledOn = `case when not c.is_replaced then c.canceled_on else (
  select l.canceled_on from certificate l
   where l.issuer_id = $1 and l.class_id = c.class_id and l.prefix = c.prefix and l.number = c.number
   order by l.movement desc limit 1) end`;

/** Whether a row shows its certificate at the close of a day: a position's earlier rows do not. */
export const isShownOn = (day: string) => `not (c.is_replaced and c.canceled_on <= ${day})`;

const sidesOf = (ofIssuer: string) =>
  ({
    canceled_txn: {
      isIssued: 'false',
      shares: 'c.shares',
      issuedOn: issuedOnOf(ofIssuer),
      where: 'not c.is_replaced',
    },
    issued_txn: {
      isIssued: 'coalesce(c.moved_shares, c.shares) > 0',
      shares: 'abs(coalesce(c.moved_shares, c.shares))',
      // Shares that joined a position were issued on the day of the movement.
      issuedOn: `case when coalesce(c.moved_shares, c.shares) > 0 then c.issued_on else ${issuedOnOf(ofIssuer)} end`,
      where: 'true',
    },
  }) as const;

/** What a transaction moved, by the column that names it: of a position only the shares moved, on the side they moved to. */
export const sides = sidesOf(ofOneIssuer);

/** The same in a statement about several issuers, the list $1. */
export const sidesOfIssuers = sidesOf(ofIssuers);

export type SideKey = keyof typeof sides;

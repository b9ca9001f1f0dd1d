/**
 * Day 0 of a transaction `t` for the turnaround rule: that of its item, which knows the time of receipt and goes by noon;
 * without an item, the day of receipt as it stands. Needs `itemOfTxn`.
 */
export const dayZero = 'coalesce(q.counted_from, t.received_on)';

export const itemOfTxn = 'left join item q on q.issuer_id = t.issuer_id and q.txn_id = t.id';

/**
 * Whether day 0 of `t` lies between two days. Day 0 comes at most some days after receipt, so an index of days of receipt
 * serves.
 */
export const dayZeroBetween = (from: string, to: string) =>
  `t.received_on between ${from}::date - 14 and ${to} and ${dayZero} between ${from} and ${to}`;

/**
 * The transaction `t` of a rejection `r`, or the item `o` of one that has none, such as a rejected stop request. With its day
 * of receipt and its day 0.
 */
export const ofRejection = `left join txn t on t.issuer_id = r.issuer_id and t.id = r.txn_id ${itemOfTxn}
       left join item o on o.issuer_id = r.issuer_id and o.id = r.item_id`;
export const receivedOfRejection = 'coalesce(t.received_on, o.received_on)';
export const dayZeroOfRejection = 'coalesce(q.counted_from, o.counted_from, t.received_on)';

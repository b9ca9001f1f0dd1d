// Completed transactions as objects of an Open Cap Table package.

import type { ClientBase } from 'pg';
import { streamRows } from '#lib/postgres/pool';
import { ownComment } from '#registry/import/ocf/own-comment';
import {
  classId,
  classTypes,
  dollars,
  isAmount,
  numberOf,
  planId,
  securityId,
  stakeholderId,
} from './ids.ts';
import { legendDigest, legendId, lotsOf, type OcfObject } from './objects.ts';

type Lot = { cost_per_share: string | null };

/** A certificate as a transaction names it. */
type Named = {
  number: number | string;
  class: number;
  code: string;
  holder: string;
  is_treasury: boolean;
  shares: string;
  /** The first row of the nominee's position that it is a row of. */
  position: number | null;
};

type Issued = Named & {
  custom_id: string;
  form: string;
  restriction: string;
  legend: string | null;
  acquired_on: string;
  printed_on: string | null;
  source_id: string | null;
  is_post_split: string | null;
  lots: Lot[] | null;
  /** What a movement added to its position. */
  moved: string | null;
};

type TxnRow = {
  number: bigint;
  kind: string;
  sub_kind: string;
  effective_on: string;
  ratio_numerator: bigint | null;
  ratio_denominator: bigint | null;
  plan: bigint | null;
  issued: string | null;
  canceled: string | null;
};

const named = `'number', ${numberOf('c.id')}, 'class', ${numberOf('c.class_id')}, 'code', k.code, 'holder', h.customer_id,
  'is_treasury', c.is_treasury, 'shares', c.shares::text, 'position', ${numberOf('c.position_id')}`;
const joins = `certificate c
   join security_class k on k.issuer_id = c.issuer_id and k.id = c.class_id
   join holder h on h.id = c.holder_id`;

const txnsSql = `
  select ${numberOf('t.id')} as number, t.kind, t.sub_kind, t.effective_on, t.ratio_numerator, t.ratio_denominator,
         (select case when count(*) = 1 then min(${numberOf('r.reserve_id')}) end from reserve_change r
           where r.issuer_id = $1 and r.txn_id = t.id and r.delta < 0) as plan,
         (select json_agg(json_build_object(${named}, 'custom_id', c.prefix || '-' || c.number, 'form', c.form,
                   'restriction', c.restriction, 'legend', case when c.legend <> '' then ${legendDigest('c')} end,
                   'acquired_on', c.acquired_on, 'printed_on', c.printed_on, 'source_id', c.customer_id::text,
                   'is_post_split', case when c.post_reverse_split then 'Y' end,
                   'moved', c.moved_shares::text,
                   'lots', case when c.canceled_on = '9999-12-31' then ${lotsOf('c')} end) order by c.id)::text
            from ${joins} where c.issuer_id = $1 and c.issued_txn = t.id) as issued,
         (select json_agg(json_build_object(${named}) order by c.id)::text
            from ${joins} where c.issuer_id = $1 and c.canceled_txn = t.id) as canceled
    from txn t where t.issuer_id = $1 and t.status = 'Completed' order by t.effective_on, t.id`;

/** A certificate that the package has: treasury shares and other classes are no securities of the format. */
const isWritten = ({ code, is_treasury: isTreasury }: Named) => code in classTypes && !isTreasury;

/** Every completed transaction: what it ends, and the securities that it issues. */
export async function* transactions(client: ClientBase, issuerId: bigint): AsyncGenerator<OcfObject> {
  for await (const row of streamRows<TxnRow>(client, txnsSql, [issuerId])) {
    const issued: Issued[] = JSON.parse(row.issued ?? '[]');
    const canceled: Named[] = JSON.parse(row.canceled ?? '[]');
    const results = issued.filter(isWritten);
    const sources = canceled.filter(isWritten);
    for (const one of results) yield issuance(row, one);
    const joins = 'NC'.includes(row.kind) ? joinsOf(results, sources) : [];
    for (const { source, result } of joins) yield* joining(row, source, result);
    const rest = sources.filter((one) => !joins.some(({ source }) => source === one));
    const made = results.map((one) =>
      joins.some(({ result }) => result === one) ? { ...one, number: addedTo(one) } : one,
    );
    yield* endings(row, rest, made, issued);
  }
}

/** Rows of positions that an issuance or conversion added shares to, with the row before. */
function joinsOf(results: readonly Issued[], sources: readonly Named[]) {
  return results.flatMap((result) => {
    const source = sources.find((one) => one.position !== null && one.position === result.position);
    return source && BigInt(result.moved ?? 0) > 0n ? [{ source, result }] : [];
  });
}

const addedTo = ({ number }: Named) => `${number}-added`;

/** What joined a position, as a security of its own that is consolidated with the position at once. */
function* joining(row: TxnRow, source: Named, result: Issued): Generator<OcfObject> {
  const added = issuance(row, { ...result, shares: result.moved! });
  const id = securityId(addedTo(result));
  yield { ...added, id: `${id}-issued`, security_id: id };
  yield {
    object_type: 'TX_STOCK_CONSOLIDATION',
    id: `transaction-${row.number}-${id}`,
    date: row.effective_on,
    security_ids: [securityId(source.number), id],
    resulting_security_id: securityId(result.number),
    reason_text: 'Joins the position of the nominee',
  };
}

function issuance(row: TxnRow, one: Issued): OcfObject {
  const price = one.lots?.length === 1 ? (one.lots[0]!.cost_per_share ?? '') : '';
  const { kind, sub_kind: purpose, ratio_numerator: top, ratio_denominator: bottom } = row;
  const isAction = kind === 'F' || kind === 'D';
  return {
    object_type: 'TX_STOCK_ISSUANCE',
    id: `${securityId(one.number)}-issued`,
    date: row.effective_on,
    security_id: securityId(one.number),
    custom_id: one.custom_id,
    stakeholder_id: stakeholderId(one.holder),
    stock_class_id: classId(one.class),
    ...(row.plan !== null && (kind === 'N' || kind === 'C') ? { stock_plan_id: planId(row.plan) } : {}),
    security_law_exemptions: [],
    share_price: dollars(isAmount(price) ? price : '0'),
    quantity: one.shares,
    stock_legend_ids: one.legend === null ? [] : [legendId(one.legend)],
    ...ownComment({
      ...{
        form: one.form === 'BookEntry' ? '' : one.form,
        printed_on: one.printed_on,
        source_id: one.source_id,
      },
      restriction: one.restriction === 'N' && one.legend === null ? '' : one.restriction,
      acquired_on: one.acquired_on === row.effective_on ? '' : one.acquired_on,
      is_post_split: one.is_post_split,
      lots: one.lots ?? undefined,
      purpose,
      action: isAction ? (kind === 'F' ? 'Split' : 'Stock dividend') : '',
      ratio: isAction && top !== null && bottom !== null ? `${top}:${bottom}` : '',
    }),
  };
}

const idsOf = (list: readonly Named[]) => list.map(({ number }) => securityId(number));
const sum = (list: readonly Named[]) => list.reduce((total, { shares }) => total + BigInt(shares), 0n);

function* endings(
  row: TxnRow,
  sources: readonly Named[],
  results: readonly Issued[],
  issued: readonly Issued[],
): Generator<OcfObject> {
  const { kind, sub_kind: purpose, effective_on: date } = row;
  const base = (one: Named) => ({
    id: `transaction-${row.number}-${securityId(one.number)}`,
    date,
    security_id: securityId(one.number),
  });
  if (kind === 'V') {
    const split = `transaction-${row.number}-split`;
    const [first] = sources;
    if (first && row.ratio_numerator !== null && row.ratio_denominator !== null)
      yield {
        object_type: 'TX_STOCK_CLASS_SPLIT',
        id: split,
        date,
        stock_class_id: classId(first.class),
        split_ratio: { numerator: String(row.ratio_numerator), denominator: String(row.ratio_denominator) },
      };
    const byHolder = Map.groupBy(results, ({ holder }) => holder);
    for (const one of sources)
      yield {
        object_type: 'TX_STOCK_REISSUANCE',
        ...base(one),
        resulting_security_ids: idsOf(byHolder.get(one.holder) ?? []),
        split_transaction_id: split,
        reason_text: 'Reverse split',
      };
    return;
  }
  if (kind === 'C') {
    const same = results.filter((one) => one.class === sources[0]?.class);
    const others = results.filter((one) => !same.includes(one));
    for (const [one, given, balance] of reduced(sources, same))
      yield {
        object_type: 'TX_STOCK_CONVERSION',
        ...base(one),
        resulting_security_ids: idsOf(others),
        ...balance,
        quantity_converted: String(given),
      };
    return;
  }
  const intoTreasury = issued.some((one) => one.is_treasury);
  if (kind === 'R' || intoTreasury) {
    const isReversal = kind === 'R' && purpose === 'Reversal' && results.length === 0;
    for (const [one, given, balance] of reduced(sources, results))
      yield isReversal
        ? { object_type: 'TX_STOCK_RETRACTION', ...base(one), reason_text: purpose }
        : {
            object_type: 'TX_STOCK_CANCELLATION',
            ...base(one),
            ...balance,
            quantity: String(given),
            reason_text: purpose || 'Retirement',
          };
    return;
  }
  const holders = new Set(sources.map(({ holder }) => holder));
  const stays = results.every(({ holder }) => holders.has(holder));
  const balances = sources.length === 1 ? results.filter(({ holder }) => holders.has(holder)) : [];
  const [balance] = balances.length === 1 ? balances : [];
  const given = results.filter((one) => one !== balance);
  for (const one of sources)
    yield stays
      ? {
          object_type: 'TX_STOCK_REISSUANCE',
          ...base(one),
          resulting_security_ids: idsOf(results),
          reason_text: purpose || 'Re-issue',
        }
      : {
          object_type: 'TX_STOCK_TRANSFER',
          ...base(one),
          ...(balance ? { balance_security_id: securityId(balance.number) } : {}),
          resulting_security_ids: idsOf(given),
          quantity: sources.length === 1 ? String(sum(given)) : one.shares,
          ...ownComment({ purpose }),
        };
}

/** The shares that end, taken from the sources in order; a source that keeps some names what holds them. */
function reduced(
  sources: readonly Named[],
  rest: readonly Named[],
): [source: Named, ended: bigint, balance: { balance_security_id?: string }][] {
  let left = sum(sources) - sum(rest);
  return sources.map((one) => {
    const ended = BigInt(one.shares) < left ? BigInt(one.shares) : left;
    left -= ended;
    const isPart = ended < BigInt(one.shares) && rest[0];
    return [one, ended, isPart ? { balance_security_id: securityId(isPart.number) } : {}];
  });
}

// Declares and pays dividends, and records cleared checks.

import { arrayText, type Columns } from '../db/insert.ts';
import { flushUnitOfWork } from './core/flush-unit-of-work.ts';
import type { FractionalType, Ratio } from './core/fractions.ts';
import { isPrice } from './core/fractions.ts';
import { assertRule } from './core/ledger-error.ts';
import { add, classOf, takeId, type UnitOfWork } from './core/unit-of-work.ts';
import { verb } from './core/verb.ts';

export const paymentColumns = {
  issuer_id: 'bigint',
  dividend_id: 'bigint',
  holder_id: 'bigint',
  shares: 'bigint',
  gross: 'numeric',
  withholding_code: 'text',
  withheld: 'numeric',
  net: 'numeric',
  method: 'text',
  reference: 'text',
  state: 'text',
  new_shares: 'bigint',
  fraction_numerator: 'bigint',
  fraction_denominator: 'bigint',
  certificate_id: 'bigint',
} satisfies Columns;

export type DeclareDividend = {
  issuerId: bigint;
  classId: bigint;
  declaredOn: string;
  exOn: string;
  recordOn: string;
  payableOn: string;
  fractionalType: FractionalType;
} & (
  | { kind: 'Cash' | 'Special Cash'; rate: string }
  | { kind: 'Stock'; ratio: Ratio; ratioText: string; cashPrice?: string }
);

/** Declares a dividend, which payCashDividend or payStockDividend then pays. Returns its id. */
export async function declareDividendIn(book: UnitOfWork, input: DeclareDividend): Promise<bigint> {
  classOf(book, input.classId);
  assertRule(
    input.declaredOn <= input.recordOn && input.recordOn <= input.payableOn,
    'dateOrder',
    'recordOn',
    'A dividend is declared, then recorded, then paid.',
  );
  const isStock = input.kind === 'Stock';
  assertRule(
    isStock || isPrice(input.rate),
    'badRatio',
    'rate',
    'A cash dividend needs an amount per share.',
  );
  const id = takeId(book, 'dividend');
  await book.tx.query(
    `insert into dividend (issuer_id, id, class_id, kind, declared_on, ex_on, record_on, payable_on, rate, ratio,
       ratio_numerator, ratio_denominator, fractional_type, cash_price, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'Declared')`,
    [
      book.issuerId,
      id,
      input.classId,
      input.kind,
      input.declaredOn,
      input.exOn,
      input.recordOn,
      input.payableOn,
      isStock ? null : input.rate,
      isStock ? input.ratioText : '',
      isStock ? input.ratio.numerator : null,
      isStock ? input.ratio.denominator : null,
      input.fractionalType,
      isStock ? input.cashPrice : null,
    ],
  );
  return id;
}

export const declareDividend = verb(declareDividendIn);

/**
 * A declared dividend of the given kind, locked. Its record date must not be after `day`: before it the holders
 * of record are not known.
 */
export async function dividendToPay(book: UnitOfWork, dividendId: bigint, isStock: boolean, day: string) {
  const { rows } = await book.tx.query(
    `select class_id, kind, record_on, payable_on, rate, ratio, ratio_numerator, ratio_denominator, fractional_type,
            cash_price, status from dividend where issuer_id = $1 and id = $2 for update`,
    [book.issuerId, dividendId],
  );
  const row = rows[0];
  assertRule(row, 'unknownDividend', 'dividendId', `${book.issuerName} has no dividend ${dividendId}.`);
  assertRule(
    row.status === 'Declared' && (row.kind === 'Stock') === isStock,
    'notDeclared',
    'dividendId',
    `Dividend ${dividendId} is a ${row.kind} dividend and ${row.status}.`,
  );
  assertRule(
    row.record_on <= day,
    'dateOrder',
    isStock ? 'effectiveOn' : 'paidAt',
    'A dividend cannot be paid before its record date.',
  );
  return {
    classId: row.class_id as bigint,
    recordOn: row.record_on as string,
    payableOn: row.payable_on as string,
    rate: row.rate as string | null,
    ratioText: row.ratio as string,
    ratio: { numerator: row.ratio_numerator, denominator: row.ratio_denominator } as Ratio,
    fractionalType: row.fractional_type as FractionalType,
    cashPrice: (row.cash_price ?? undefined) as string | undefined,
  };
}

/** `paidAt` is the time at which the list of holders is frozen, ISO text in UTC. */
export type PayCashDividend = { issuerId: bigint; dividendId: bigint; paidAt: string };

/**
 * Pays a cash dividend and freezes the holders of record with their payments, rounded half up per account.
 * Withholding: 30 % abroad, 24 % without a certified tax id. Payments to a bad address are held; plan members
 * reinvest.
 */
export async function payCashDividendIn(book: UnitOfWork, input: PayCashDividend): Promise<void> {
  await flushUnitOfWork(book);
  const dividend = await dividendToPay(book, input.dividendId, false, input.paidAt.slice(0, 10));
  await book.tx.query(
    `insert into dividend_payment (issuer_id, dividend_id, holder_id, shares, gross, withholding_code, withheld, net,
       method, reference, state)
     select $1, $2, paid.holder_id, paid.shares, paid.gross, paid.code, paid.withheld, paid.gross - paid.withheld,
            paid.method, case when paid.method = 'Check' then lpad(paid.place::text, 6, '0') else '' end,
            case paid.method when 'Check' then 'Outstanding' when 'Held' then 'Held' else 'Cleared' end
       from (select owed.*, row_number() over (order by owed.holder_id) + $2::bigint % 1000 * 10000 as place,
                    round(owed.gross * case owed.code when 'NRA' then 0.30 when 'BWH' then 0.24 else 0 end, 2) as withheld
               from (select r.holder_id, r.shares, round(r.shares * $5::numeric, 2) as gross,
                            case when h.is_nominee then ''
                                 when coalesce(d.country2_code, 'US') not in ('US', '') then 'NRA'
                                 when not h.tax_certified then 'BWH' else '' end as code,
                            case when p.holder_id is not null then 'Reinvest'
                                 when h.bad_address_since <= $6::date then 'Held'
                                 else a.pays_by end as method
                       from (select holder_id, sum(shares)::bigint as shares from certificate
                              where issuer_id = $1 and class_id = $3 and issued_on <= $4 and canceled_on > $4
                                and not is_treasury
                              group by holder_id) as r
                       join holder h on h.id = r.holder_id
                       join account a on a.issuer_id = $1 and a.holder_id = r.holder_id
                       left join holder_address d on d.holder_id = r.holder_id and d.kind = 'primary'
                       left join plan_member p on p.issuer_id = $1 and p.class_id = $3 and p.holder_id = r.holder_id
                        and p.joined_on <= $4 and (p.left_on is null or p.left_on > $4)) as owed) as paid`,
    [book.issuerId, input.dividendId, dividend.classId, dividend.recordOn, dividend.rate, dividend.payableOn],
  );
  await book.tx.query(
    `update dividend set status = 'Paid', frozen_at = $3,
       outstanding = (select coalesce(sum(shares), 0)::bigint from dividend_payment where issuer_id = $1 and dividend_id = $2),
       distribution = (select coalesce(sum(gross), 0) from dividend_payment where issuer_id = $1 and dividend_id = $2)
      where issuer_id = $1 and id = $2`,
    [book.issuerId, input.dividendId, input.paidAt],
  );
}

export const payCashDividend = verb(payCashDividendIn);

export type ClearChecks = { issuerId: bigint; dividendId: bigint; keepsEvery: bigint };

/** Marks the checks of a dividend as cleared except for every n-th account, as a bank statement would. */
export async function clearChecksIn(book: UnitOfWork, input: ClearChecks): Promise<void> {
  await book.tx.query(
    `update dividend_payment set state = 'Cleared'
      where issuer_id = $1 and dividend_id = $2 and state = 'Outstanding' and holder_id % $3::bigint <> 0`,
    [book.issuerId, input.dividendId, input.keepsEvery],
  );
}

export type StopChecks = { issuerId: bigint; dividendId: bigint };

/** Stops the checks of a dividend that are not cashed. No other is issued: the dollars are held for the payees. */
export async function stopChecksIn(book: UnitOfWork, input: StopChecks): Promise<void> {
  await book.tx.query(
    `update dividend_payment set state = 'Held'
      where issuer_id = $1 and dividend_id = $2 and method = 'Check' and state = 'Outstanding'`,
    [book.issuerId, input.dividendId],
  );
}

export type RemitUncashed = { issuerId: bigint; dividendId: bigint };

/** Marks what is still uncashed or held of a dividend as remitted to the states, when its dormancy has ended. */
export async function remitUncashedIn(book: UnitOfWork, input: RemitUncashed): Promise<void> {
  await book.tx.query(
    `update dividend_payment set state = 'Remitted'
      where issuer_id = $1 and dividend_id = $2 and state in ('Outstanding', 'Held')`,
    [book.issuerId, input.dividendId],
  );
}

export type JoinPlan = {
  issuerId: bigint;
  classId: bigint;
  holderId: bigint;
  joinedOn: string;
};

/** Enrolls an account in the reinvestment plan. Whole shares are issued by the plan. */
export async function joinPlanIn(book: UnitOfWork, input: JoinPlan): Promise<void> {
  add(book, 'plan_member', {
    issuer_id: book.issuerId,
    class_id: input.classId,
    holder_id: input.holderId,
    joined_on: input.joinedOn,
    cash_balance: '0',
  });
}

export type SetPlanCash = {
  issuerId: bigint;
  classId: bigint;
  balances: readonly { holderId: bigint; cash: string }[];
};

/** Records the cash of plan members that was too little for a whole share. */
export async function setPlanCashIn(book: UnitOfWork, input: SetPlanCash): Promise<void> {
  await book.tx.query(
    `update plan_member m set cash_balance = given.cash
       from unnest($3::bigint[], $4::numeric[]) as given (holder_id, cash)
      where m.issuer_id = $1 and m.class_id = $2 and m.holder_id = given.holder_id`,
    [
      book.issuerId,
      input.classId,
      arrayText(input.balances.map((one) => one.holderId)),
      arrayText(input.balances.map((one) => one.cash)),
    ],
  );
}

// Differences planted into correct books, with the verdict expected of each.

import type { VerdictKind } from '#lib/proof/verdict';

/** A difference planted into correct books, and what the verdict has to say about it. */
export type Plant = {
  name: string;
  /** $1 is the issuer's id. */
  sql: string;
  /** Customer id of the issuer. */
  issuer: number;
  kind: VerdictKind;
  /** Shares of the worst class; null where the difference is not counted in shares. */
  shares: bigint | null;
  /** Comparisons that must differ, by id and signed difference; null for a difference of any size. */
  differs: Record<string, bigint | null>;
  sentence: RegExp;
  asOf?: string;
};

const firstClass = '(select min(id) from security_class where issuer_id = $1)';
const firstCredit = `(select min(id) from control_entry where issuer_id = $1 and class_id = ${firstClass} and credited_shares > 0)`;
const oneCertificate = (where: string) =>
  `(select min(id) from certificate where issuer_id = $1 and class_id = ${firstClass} and not is_treasury
      and canceled_on = '9999-12-31' and ${where})`;
const difference = (shares: number, day: string, prior = false) =>
  `insert into record_difference (issuer_id, id, class_id, opened_on, shares, cause, by_prior_agent)
   select $1, 999999999, ${firstClass}, '${day}', ${shares}, 'Certificate presented twice', ${prior}`;

export const plants: readonly Plant[] = [
  {
    name: 'a credit of the control book',
    issuer: 1001,
    sql: `update control_entry set issued_delta = issued_delta + 40, credited_shares = credited_shares + 40
           where issuer_id = $1 and id = ${firstCredit}`,
    kind: 'out of proof',
    shares: 40n,
    differs: { P01: 40n, 'P02/issued': 40n, 'P02/outstanding': 40n, P04: 40n },
    sentence: /by 40 shares of .+: control book and certificates differ, since .+ days, aged/,
  },
  {
    name: 'the shares of a certificate',
    issuer: 1001,
    sql: `update certificate set shares = shares + 1 where issuer_id = $1 and id = ${oneCertificate('true')}`,
    kind: 'out of proof',
    shares: 1n,
    differs: { P01: -1n, 'P05/outstanding': 1n, 'P09/shares': 1n },
    sentence: /by 1 share of .+ certificates and day totals differ/i,
  },
  {
    name: 'a day total',
    issuer: 1001,
    sql: `update class_day set outstanding_delta = outstanding_delta + 25
           where issuer_id = $1 and class_id = ${firstClass}
             and day = (select min(day) from class_day where issuer_id = $1 and class_id = ${firstClass})`,
    kind: 'out of proof',
    shares: 25n,
    differs: { 'P05/outstanding': -25n, 'P02/outstanding': -25n, 'P09/shares': -25n },
    sentence: /by 25 shares of/,
  },
  {
    name: 'a recent record difference',
    issuer: 1001,
    sql: difference(120, '2026-11-10'),
    kind: 'out of proof',
    shares: 120n,
    differs: {},
    sentence: /by 120 shares of .+: Certificate presented twice, since Nov 10, 2026, 10 days\./,
  },
  {
    name: 'an aged record difference of the prior agent',
    issuer: 1001,
    sql: difference(-300, '2026-09-01', true),
    kind: 'out of proof',
    shares: 300n,
    differs: {},
    sentence: /by 300 shares of .+: Certificate presented twice, since Sep 1, 2026, 80 days, aged\./,
  },
  {
    name: 'a record difference found of late that exists for long',
    issuer: 1001,
    sql: difference(120, '2026-11-10')
      .replace('by_prior_agent)', 'by_prior_agent, existed_since)')
      .replace(/false$/, "false, '2026-09-01'"),
    kind: 'out of proof',
    shares: 120n,
    differs: {},
    sentence: /by 120 shares of .+: Certificate presented twice, since Sep 1, 2026, 80 days, aged\./,
  },
  {
    name: 'two classes with opposite signs',
    issuer: 1002,
    sql: `update control_entry e set issued_delta = issued_delta + k.gap, credited_shares = credited_shares + k.gap
            from (select min(e.id) as id, case when e.class_id = ${firstClass} then 5 else -5 end as gap
                    from control_entry e where e.issuer_id = $1 and e.credited_shares > 10 group by e.class_id) as k
           where e.issuer_id = $1 and e.id = k.id`,
    kind: 'out of proof',
    shares: 5n,
    differs: { P01: null },
    sentence: /by 5 shares of .+, 5 shares: control book and certificates differ/,
  },
  {
    name: 'a repurchase in the control book alone',
    issuer: 1001,
    sql: `update control_entry set treasury_delta = treasury_delta + 10 where issuer_id = $1
            and id = (select min(id) from control_entry where issuer_id = $1 and treasury_delta > 0)`,
    kind: 'out of proof',
    shares: 10n,
    differs: { P01: -10n, 'P06/certificates': 10n, 'P06/balance': 10n },
    sentence: /by 10 shares of .+reasury shares differ/,
  },
  {
    name: 'a reserve changed without an entry',
    issuer: 1001,
    sql: `insert into reserve_change (issuer_id, reserve_id, id, class_id, effective_on, delta, authority, recorded_at)
          select $1, r.id, 999999999, r.class_id, '2026-01-05', -1000, 'none', now()
            from reserve r where r.issuer_id = $1 order by r.id limit 1`,
    kind: 'out of proof',
    shares: 0n,
    differs: { 'P07/changes': 1000n, 'P07/balance': 1000n, 'P07/diluted': 1000n },
    sentence: /^Out of proof on Nov 20, 2026 in Common Stock: reserved shares differ by 1,000 shares\./,
  },
  {
    name: 'authorized shares changed without an entry',
    issuer: 1001,
    sql: `insert into authorized_change (issuer_id, class_id, id, effective_on, delta, authority, recorded_at)
          select $1, ${firstClass}, 999999999, '2026-01-05', 500, 'none', now()`,
    kind: 'out of proof',
    shares: 0n,
    differs: { 'P08/changes': -500n, 'P08/balance': -500n },
    sentence: /authorized shares differ by 500 shares/,
  },
  {
    name: 'an entitlement of a meeting',
    issuer: 1001,
    sql: `update proxy_entitlement set shares = shares + 7 where issuer_id = $1
            and (proxy_id, holder_id) = (select proxy_id, holder_id from proxy_entitlement where issuer_id = $1
                                          order by proxy_id, holder_id limit 1)`,
    kind: 'out of proof',
    shares: 0n,
    differs: { 'P16/shares': 7n, 'P16/holders': 1n },
    sentence: /record date .+: entitled shares differ by 7 shares/,
  },
  {
    name: 'a payment of a dividend',
    issuer: 1001,
    sql: `update dividend_payment set shares = shares + 7, gross = gross + 1 where issuer_id = $1
            and (dividend_id, holder_id) = (select p.dividend_id, p.holder_id from dividend_payment p
              join dividend d on d.issuer_id = $1 and d.id = p.dividend_id and d.status = 'Paid'
             where p.issuer_id = $1 order by p.dividend_id, p.holder_id limit 1)`,
    kind: 'out of proof',
    shares: 0n,
    differs: { 'P17/shares': 7n, 'P17/holders': 1n, 'P17/stated': -7n, 'P17/amount': -100n },
    sentence:
      /dividend, record date .+: dividend shares differ by 7 shares, .+ the amount and its payments differ by \$1\.00/,
  },
  {
    name: 'tax withheld from a dividend',
    issuer: 1008,
    sql: `update dividend_payment set withheld = withheld + 0.05 where issuer_id = $1
            and (dividend_id, holder_id) = (select p.dividend_id, p.holder_id from dividend_payment p
              join dividend d on d.issuer_id = $1 and d.id = p.dividend_id and d.status = 'Paid' and d.kind = 'Cash'
             where p.issuer_id = $1 order by p.dividend_id, p.holder_id limit 1)`,
    kind: 'out of proof',
    shares: 0n,
    differs: { 'P20/settled': -5n },
    sentence: /gross payments differ from net payments and tax withheld by \$0\.05/,
  },
  {
    name: 'the cash of a member of a reinvestment plan',
    issuer: 1008,
    sql: `update plan_member set cash_balance = cash_balance + 1.5 where issuer_id = $1
            and holder_id = (select min(holder_id) from plan_member where issuer_id = $1)`,
    kind: 'out of proof',
    shares: 0n,
    differs: { 'P20/plan': -150n, 'P20/members': 1n },
    sentence: /the reinvestment plan: dollars reinvested differ from shares and cash by \$1\.50/,
  },
  {
    name: 'plan shares that were not issued',
    issuer: 1008,
    sql: `update tax_lot set total_cost = total_cost - 20 where issuer_id = $1
            and certificate_id = (select min(c.id) from certificate c
              join txn t on t.issuer_id = $1 and t.id = c.issued_txn and t.sub_kind = 'Reinvestment plan'
             where c.issuer_id = $1)`,
    kind: 'out of proof',
    shares: 0n,
    differs: { 'P20/plan': 2_000n, 'P20/members': 1n },
    sentence: /the reinvestment plan: .+ by \$20\.00/,
  },
  {
    name: 'a transaction that is no longer completed',
    issuer: 1001,
    sql: `update txn set status = 'Canceled', completed_on = null where issuer_id = $1
            and id = (select t.id from txn t join certificate c on c.issuer_id = $1 and c.issued_txn = t.id
                       where t.issuer_id = $1 and t.kind = 'N' and t.status = 'Completed' and c.class_id = ${firstClass}
                       order by t.effective_on desc, t.id desc limit 1)`,
    kind: 'out of proof',
    shares: null,
    differs: { 'P12/outstanding': null, P13: null },
    sentence: /completed transactions and .+ differ/,
  },
  {
    name: 'the restriction of a certificate',
    issuer: 1001,
    sql: `update certificate set restriction = 'R' where issuer_id = $1 and id = ${oneCertificate("restriction = 'N'")}`,
    kind: 'out of proof',
    shares: null,
    differs: { 'P05/restricted': null, P10: null },
    sentence: /restricted shares differ/i,
  },
  {
    name: 'a position file below the nominee',
    issuer: 1001,
    sql: `update depository_position p set position = position - 500 from depository_file f
           where f.id = p.file_id and f.as_of = '2026-11-20' and p.cusip = '100990100'`,
    kind: 'out of proof',
    shares: 0n,
    differs: { 'P18/position': -500n },
    sentence:
      /^Out of proof on Nov 20, 2026 in Common Stock: the depository’s position differs by 500 shares, since Nov 20, 2026/,
  },
  {
    name: 'a position file that explains itself by a movement',
    issuer: 1001,
    sql: `with f as (select id from depository_file where as_of = '2026-11-20'),
               k as (select cusip from security_class where issuer_id = $1),
               p as (update depository_position set position = position - 500
                      where file_id = (select id from f) and cusip in (select cusip from k))
          insert into depository_movement (file_id, line, cusip, moved_on, reference, direction, shares, status)
          select f.id, 9999, k.cusip, '2026-11-20', 'DW2026112099999', 'Withdrawal', 500, 'Confirmed' from f, k`,
    kind: 'in proof',
    shares: 0n,
    differs: {},
    sentence: /^In proof on Nov 20, 2026/,
  },
  {
    name: 'a position file with the CUSIP from before the split',
    issuer: 1005,
    sql: `update depository_position set cusip = '500994108', position = 265200000
           where cusip = '500994306'`,
    kind: 'out of proof',
    shares: 40n,
    differs: { 'P18/position': 254_592_000n, 'P18/lines': 1n },
    sentence: /the depository still reports CUSIP 500994108, from before a split/i,
  },
  {
    name: 'a position file without a line for the nominee',
    issuer: 1008,
    sql: `delete from depository_position where cusip = '600995104'`,
    kind: 'out of proof',
    shares: 0n,
    differs: { 'P18/position': null },
    sentence: /the depository’s file has no line for the class/,
  },
  {
    name: 'a completed transaction that only the list of statuses has',
    issuer: 1001,
    sql: `update txn set effective_on = '2026-12-15' where issuer_id = $1 and status = 'Completed'
           and id = (select max(t.id) from txn t where t.issuer_id = $1 and t.status = 'Completed')`,
    kind: 'out of proof',
    shares: 0n,
    differs: { P15: -1n },
    sentence: /the number of completed transactions differs by 1 transaction\./i,
  },
  {
    name: 'a resolved record difference',
    issuer: 1001,
    sql: `${difference(120, '2026-11-10')
      .replace('by_prior_agent)', 'by_prior_agent, resolved_on)')
      .replace(/false$/, "false, '2026-11-12'")}`,
    kind: 'in proof',
    shares: 0n,
    differs: {},
    sentence: /^In proof on Nov 20, 2026/,
  },
  {
    name: 'a day before a record difference was opened',
    issuer: 1001,
    sql: difference(120, '2026-11-10'),
    kind: 'in proof',
    shares: 0n,
    differs: {},
    sentence: /^In proof on Nov 9, 2026: control book, register and record differences agree for 1 class\./,
    asOf: '2026-11-09',
  },
];

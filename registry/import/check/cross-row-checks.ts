// Checks in SQL over all staged rows of a register: duplicates, unknown names, limits, lots and stops.

import { openings } from '../stage/stage-history.ts';
import { type CrossRowCheck, error, figure, named, shown, warning } from './cross-row-check.ts';

/** Sheets whose column Class names a class. */
const withClass = [
  ...['authorized', 'reserves', 'positions', 'differences', 'totals', 'plan_members', 'prices'],
  'journal_lines',
];
/** Sheets that name an account. */
const withAccount = ['positions', 'plan_members', 'journal_lines'];
/** Sheets that name a certificate. */
const ofCertificate = ['tax_lots', 'stops'];

const sameCertificate = (a: string, b: string) =>
  `${a}.class = ${b}.class and ${a}.prefix = ${b}.prefix and ${a}.number = ${b}.number`;
type Twice = {
  code: string;
  sheet: string;
  /** Together they may appear once; the last is the field at which a finding is shown. */
  columns: readonly [string, ...string[]];
  /** SQL of the sentence, of the staged row `s` and of `s.first`, the row where it appeared before. */
  sentence: string;
};

/** Two rows of a sheet that have the same values in these columns. An empty value is no value. */
const twice = ({ code, sheet, columns, sentence }: Twice): CrossRowCheck => {
  const field = columns.at(-1) as string;
  const isGiven = columns.map((column) => `${column} is not null`).join(' and ');
  return error(
    code,
    sheet,
    field,
    `select s.row, s.${field}::text as value, ${sentence} as sentence
       from (select *, first_value(row) over (partition by ${columns.join(', ')} order by row) as first
               from staged_${sheet} where ${isGiven}) as s
      where s.row > s.first`,
  );
};

/** 'Class Common appears twice, in rows 4 and 9.' */
const appearsTwice = (subject: string) =>
  `${subject} || ' appears twice, in rows ' || ${shown('s.first')} || ' and ' || ${shown('s.row')} || '.'`;

/** Issued and reserved shares beyond the authorized ones, on the first such day. */
export const limitCheck = error(
  'I05',
  'classes',
  'name',
  `with changes as (
     select class, effective_on as day,
            shares - coalesce(lag(shares) over (partition by class order by effective_on, row), 0) as authorized,
            0::numeric as reserved, 0::numeric as issued from staged_authorized
      where class is not null and effective_on is not null and shares is not null
      union all
     select class, effective_on, 0,
            shares - coalesce(lag(shares) over (partition by class, name order by effective_on, row), 0), 0
       from staged_reserves where class is not null and effective_on is not null and shares is not null
      union all
     select s.class, s.issued_on, 0, 0, s.shares
       from (select class, issued_on, sum(shares) as shares
               from (select class, issued_on, shares from (${openings}) as o where shares <> 0
                      union all select class, effective_on, shares from staged_move) as moves
              group by class, issued_on) as s
       join (select name, min(opened_on) as opened_on from staged_classes group by name) as k
         on k.name = s.class and k.opened_on <= s.issued_on
      where s.shares is not null),
   days as (select class, day, sum(sum(authorized)) over w as authorized, sum(sum(reserved)) over w as reserved,
                   sum(sum(issued)) over w as issued
              from changes group by class, day window w as (partition by class order by day)),
   bad as (select distinct on (class) * from days where issued + reserved > authorized order by class, day)
   select k.row, k.name as value,
          k.name || ' on ' || bad.day || ': issued ' || ${figure('bad.issued')} || ' and reserved '
          || ${figure('bad.reserved')} || ' exceed authorized ' || ${figure('bad.authorized')} || '.' as sentence
     from bad join staged_classes k on k.name = bad.class and not k.is_unlimited`,
);

export const crossRowChecks: readonly CrossRowCheck[] = [
  error(
    'I01',
    'issuer',
    'customer_id',
    `select s.row, s.customer_id::text as value,
            'Issuer ' || s.customer_id || ' is already in this registry. A register is brought in as a new issuer.' as sentence
       from staged_issuer s join issuer i on i.customer_id = s.customer_id`,
  ),
  twice({
    ...{ code: 'I08', sheet: 'classes', columns: ['name'] },
    sentence: appearsTwice("'Class ' || s.name"),
  }),
  ...withClass.map((sheet) =>
    error(
      'I03',
      sheet,
      'class',
      `select s.row, s.class as value, 'Class ' || s.class || ' is not on the sheet Classes.' as sentence
         from staged_${sheet} s left join staged_classes k on k.name = s.class
        where s.class is not null and k.name is null`,
    ),
  ),
  ...(['authorized', 'reserves'] as const).map((sheet) =>
    error(
      'I04',
      sheet,
      'effective_on',
      `select s.row, s.effective_on::text as value,
              k.name || ' was opened on ' || k.opened_on || ', after ' || s.effective_on || '.' as sentence
         from staged_${sheet} s join staged_classes k on k.name = s.class where s.effective_on < k.opened_on`,
    ),
  ),
  error(
    'I04',
    'positions',
    'issued_on',
    `select s.row, s.issued_on::text as value,
            k.name || ' was opened on ' || k.opened_on || ', after ' || s.issued_on || '.' as sentence
       from staged_positions s join staged_classes k on k.name = s.class where s.issued_on < k.opened_on`,
  ),
  limitCheck,
  error(
    'I07',
    'classes',
    'name',
    `select k.row, k.name as value,
            case when k.is_unlimited then 'Class ' || k.name || ' is unlimited, but has lines on Authorized. Remove them, or state N in Unlimited.'
                 else k.name || ' has a limit and no line on Authorized.' end as sentence
       from staged_classes k left join (select distinct class from staged_authorized) as a on a.class = k.name
      where k.is_unlimited = (a.class is not null)`,
  ),
  error(
    'I09',
    'reserves',
    'kind',
    `select row, kind as value, name || ' of ' || class || ' is of kind ' || first || ' in an earlier row.' as sentence
       from (select *, first_value(kind) over (partition by class, name order by row) as first from staged_reserves) as s
      where kind <> first`,
  ),
  twice({
    ...{ code: 'H01', sheet: 'holders', columns: ['account'] },
    sentence: appearsTwice("'Account ' || s.account"),
  }),
  warning(
    'H02',
    'holders',
    'name',
    `select row, name as value, 'Rows ' || ${shown('first')} || ' and ' || ${shown('row')}
            || ' have the same name, tax id and address. Merge or keep both.' as sentence
       from (select row, name, account, first_value(row) over w as first, first_value(account) over w as first_account
               from staged_holders where name is not null
             window w as (partition by name_key, coalesce(tax_id, ''), place_key order by row)) as s
      where row > first and account is distinct from first_account`,
  ),
  error(
    'H12',
    'holders',
    'role',
    `select row, role as value, count || ' accounts have the role Treasury.' as sentence
       from (select row, role, row_number() over (order by row) as place, count(*) over () as count
               from staged_holders where role = 'Treasury') as s
      where place = 2`,
  ),
  warning(
    'H15',
    'holders',
    'opened_on',
    `select h.row, h.opened_on::text as value,
            'Account ' || h.account || ' was opened on ' || h.opened_on || ', after its first position of ' || p.first || '.' as sentence
       from staged_holders h
       join (select account, min(issued_on) as first from staged_positions group by account) as p on p.account = h.account
      where h.opened_on > p.first`,
  ),
  ...withAccount.map((sheet) =>
    error(
      'P01',
      sheet,
      'account',
      `select s.row, s.account as value, s.account || ' is not on Holders.' as sentence
         from staged_${sheet} s left join staged_holders h on h.account = s.account
        where s.account is not null and h.account is null`,
    ),
  ),
  twice({
    ...{ code: 'I10', sheet: 'plan_members', columns: ['class', 'account'] },
    sentence: `'Account ' || s.account || ' is a member of the plan of ' || s.class || ' in row ' || ${shown('s.first')} || ' already.'`,
  }),
  error(
    'I11',
    'plan_members',
    'class',
    `select s.row, s.class as value, s.class || ' has no reinvestment plan: state Y in Plan on Classes.' as sentence
       from staged_plan_members s join staged_classes k on k.name = s.class where k.has_plan is not true`,
  ),
  twice({
    ...{ code: 'I10', sheet: 'prices', columns: ['class', 'day'] },
    sentence: `'Row ' || ${shown('s.first')} || ' has a price of ' || s.class || ' on ' || s.day || ' already.'`,
  }),
  twice({
    ...{ code: 'P02', sheet: 'positions', columns: ['class', 'prefix', 'number'] },
    sentence: appearsTwice(named('s')),
  }),
  twice({
    ...{ code: 'P13', sheet: 'positions', columns: ['source_id'] },
    sentence: `'Source id ' || s.source_id || ' is already used in row ' || ${shown('s.first')} || '.'`,
  }),
  error(
    'P07',
    'positions',
    'restriction',
    `select s.row, s.restriction as value,
            'A depository nominee cannot hold shares restricted ' || s.restriction || '.' as sentence
       from staged_positions s
       join staged_holders h on h.account = s.account and (h.role = 'Nominee' or h.account_type = 'NomineeOrDepository')
      where s.restriction <> 'N'`,
  ),
  warning(
    'P10',
    'positions',
    'shares',
    `select b.row, b.shares::text as value,
            b.prefix || '-' || b.number || ' of ' || b.account || ' equals ' || c.names || ' together. Is it counted twice?' as sentence
       from (select class, account, min(row) as row, min(prefix) as prefix, min(number) as number, min(shares) as shares
               from staged_positions where form = 'BookEntry' and canceled_on is null group by class, account having count(*) = 1) as b
       join (select class, account, sum(shares) as shares, count(*) as count,
                    string_agg(prefix || '-' || number, ', ' order by row) as names
               from staged_positions where form = 'Certificate' and canceled_on is null group by class, account
             having count(*) between 2 and 20) as c
         on c.class = b.class and c.account = b.account and c.shares = b.shares`,
  ),
  error(
    'P12',
    'positions',
    'is_post_split',
    `select s.row, '' as value, 'State whether the count is post-split: issued ' || s.issued_on || '.' as sentence
       from staged_positions s join staged_classes k on k.name = s.class
      where s.issued_on < k.reverse_split_on and s.is_post_split is null`,
  ),
  error(
    'L01',
    'tax_lots',
    'shares',
    `select l.row, l.shares::text as value,
            'The lots of ' || p.prefix || '-' || p.number || ' hold ' || ${figure('l.sum')} || ' shares; the certificate has '
            || ${figure('p.shares')} || '.' as sentence
       from (select class, prefix, number, max(row) as row, max(shares) as shares, sum(shares) as sum
               from staged_tax_lots group by class, prefix, number having count(*) = count(shares)) as l
       join staged_positions p on ${sameCertificate('p', 'l')}
      where p.shares <> l.sum`,
  ),
  // A cost per share is rounded at its last decimal place, the total at a cent.
  warning(
    'L06',
    'tax_lots',
    'total_cost',
    `select row, total_cost::text as value,
            'Lot ' || lot || ': ' || ${figure('shares')} || ' shares at ' || cost_per_share || ' cost '
            || round(shares * cost_per_share, 2) || ', not ' || total_cost || '.' as sentence
       from staged_tax_lots
      where abs(shares * cost_per_share - total_cost) > shares * power(10::numeric, -scale(cost_per_share)) / 2 + 0.005`,
  ),
  twice({
    ...{ code: 'L05', sheet: 'tax_lots', columns: ['class', 'prefix', 'number', 'lot'] },
    sentence: `'Lot ' || s.lot || ' of ' || ${named('s')} || ' appears twice.'`,
  }),
  ...ofCertificate.map((sheet) =>
    error(
      'L02',
      sheet,
      'number',
      `select s.row, s.number::text as value, ${named('s')} || ' is not on Positions.' as sentence
         from staged_${sheet} s left join staged_positions p on ${sameCertificate('p', 's')}
        where s.class is not null and s.prefix is not null and s.number is not null and p.number is null`,
    ),
  ),
  error(
    'L03',
    'stops',
    'placed_on',
    `select s.row, s.placed_on::text as value,
            'The stop of ' || s.placed_on || ' is older than its certificate.' as sentence
       from staged_stops s join staged_positions p on ${sameCertificate('p', 's')} where s.placed_on < p.issued_on`,
  ),
];

/** One way to damage correct books, and exactly the invariants that must report it. */
export type Plant = {
  broken: number[];
  what: string;
  /** What one of its violations says, where an invariant has more than one rule. */
  says?: RegExp;
  /** `$1` is the issuer; statements are separated by semicolons. */
  sql: string;
  /** Tables whose constraints would refuse the damage: checks, unique and primary keys are dropped first. */
  loosen?: string[];
  /** Foreign keys would refuse it: they are disabled. */
  foreign?: true;
};

const common = `(select id from security_class where issuer_id = $1 and code = 'C')`;
const preferred = `(select id from security_class where issuer_id = $1 and code = 'P')`;
const warrants = `(select id from security_class where issuer_id = $1 and code = 'W')`;
const txn = (kind: string) =>
  `(select min(id) from txn where issuer_id = $1 and kind = '${kind}' and status = 'Completed')`;
const holder = (name: string) => `(select id from holder where customer_id = '${name}')`;
const live = `canceled_on = '9999-12-31'`;
/** The only warrant certificate of a holder. */
const warrant = (name: string) => `issuer_id = $1 and class_id = ${warrants} and holder_id = ${holder(name)}`;

/** A row of the nominee's position, which has three: 20 shares deposited, 10 deposited, 12 withdrawn. */
const position = (movement: number) =>
  `issuer_id = $1 and position_id is not null and movement = ${movement}`;

/** Each rule of invariant 6 about the rows of a position. */
const positionPlants: Plant[] = [
  {
    broken: [6],
    says: /position does not follow/,
    what: 'a position has a gap in its movements',
    sql: `update certificate set movement = 3 where ${position(2)}`,
  },
  {
    broken: [6, 9, 11],
    says: /position does not follow/,
    what: 'a movement of a position moved nothing',
    sql: `update certificate set moved_shares = 0 where ${position(1)}`,
  },
  {
    broken: [6, 9, 11, 19],
    says: /position does not follow/,
    what: 'a movement of a position moved more than its shares show',
    sql: `update certificate set moved_shares = moved_shares + 1 where ${position(1)}`,
  },
  {
    broken: [6],
    says: /position does not follow/,
    what: 'a position is named by another row than its first',
    sql: `update certificate set position_id = position_id + 50000000 where issuer_id = $1 and position_id is not null`,
  },
  {
    broken: [6, 12],
    says: /position does not follow/,
    what: 'a movement ended the row before by another transaction',
    sql: `update certificate set canceled_txn = (select canceled_txn from certificate where ${position(1)}) where ${position(0)}`,
  },
  {
    broken: [3, 6, 8],
    says: /position does not follow/,
    what: 'a row of a position ends on another day than the next begins',
    sql: `update certificate set canceled_on = '2024-02-08' where ${position(0)}`,
  },
  ...(
    [
      [[3, 6, 7, 8, 9, 12, 18], 'class', `class_id = ${warrants}`],
      [[6, 7], 'holder', `holder_id = ${holder('ALPHA')}`],
      [[6], 'prefix', `prefix = 'XX'`],
      [[6], 'number', 'number = number + 5000'],
      [[6], 'form', `form = 'Certificate'`],
      [[5, 6, 7, 19], 'restriction', `restriction = 'R'`],
    ] as const
  ).map(
    ([broken, what, change]): Plant => ({
      broken: [...broken],
      says: /position does not follow/,
      what: `a row of a position has another ${what}`,
      sql: `update certificate set ${change} where ${position(1)}`,
      foreign: true,
    }),
  ),
  {
    broken: [6],
    says: /was replaced in its position/,
    what: 'the last row of a position was replaced by none',
    sql: `update certificate set is_replaced = true where ${position(2)}`,
  },
  {
    broken: [6, 9, 11],
    says: /was replaced in its position/,
    what: 'a position goes on after a row that was not replaced',
    sql: `update certificate set is_replaced = false where ${position(0)}`,
  },
  {
    broken: [6],
    says: /no nominee/,
    what: 'the holder of a position is no nominee',
    sql: `update holder set is_nominee = false where id = ${holder('QUILL')}`,
  },
];

export const plants: Plant[] = [
  ...positionPlants,
  {
    broken: [1, 8, 27],
    what: 'authorized shares are taken away without an entry in the control book',
    sql: `insert into authorized_change select $1, ${common}, -1, '2024-03-02', -9999990, 'none', now()`,
  },
  {
    broken: [1],
    what: 'a limit is dropped, its changes are not',
    sql: `update security_class set is_unlimited = true where issuer_id = $1 and id = ${common}`,
  },
  {
    broken: [1],
    what: 'the unissued shares kept for postings are one too many',
    sql: `update security_class set unissued = unissued + 1 where issuer_id = $1 and id = ${common}`,
  },
  {
    broken: [8],
    what: 'the issuer has another name than the one last recorded',
    sql: `insert into issuer_change values ($1, 999999, null, 'Before', 'After', 'Certificate of amendment', now())`,
  },
  {
    broken: [8],
    what: 'a class changed its name between two recorded changes',
    sql: `insert into issuer_change
          select $1, 999999, ${common}, 'Before', 'After', 'Board', now() union all
          select $1, 1000000, ${common}, 'Another', (select name from security_class where id = ${common}), 'Board', now()`,
  },
  {
    broken: [1, 2, 3, 4, 5, 9, 23, 24, 27, 28, 29],
    what: 'a day total is one too high',
    sql: `update class_day set outstanding_delta = outstanding_delta + 1 where issuer_id = $1 and class_id = ${common} and day = '2024-01-10'`,
  },
  {
    broken: [1, 2, 3, 4, 5, 9, 23, 24, 26, 27, 28, 29],
    what: 'day totals without the shares that are held',
    sql: `update class_day set outstanding_delta = 0 where issuer_id = $1 and class_id = ${warrants}`,
  },
  {
    broken: [7, 27, 39],
    what: 'a day counts a holder of a class too many',
    sql: `update class_day set holders_delta = holders_delta + 1 where issuer_id = $1 and class_id = ${common} and day = '2024-01-10'`,
  },
  {
    broken: [7],
    what: 'a day counts a holder of the issuer too many',
    sql: `update issuer_day set holders_delta = holders_delta + 1 where issuer_id = $1 and day = '2024-01-10'`,
  },
  {
    broken: [7],
    what: 'a mark of the pages counts a holding too few',
    sql: `update page_mark set positions = positions - 1 where issuer_id = $1 and span = 128`,
  },
  {
    broken: [7],
    what: 'a holding states a share more than its certificates',
    sql: `update holding set shares = shares + 1 where issuer_id = $1 and class_id = ${common} and holder_id = ${holder('GAMMA')}`,
  },
  {
    broken: [7],
    what: 'a holding is missing',
    sql: `delete from holding where issuer_id = $1 and class_id = ${common} and holder_id = ${holder('GAMMA')}`,
  },
  {
    broken: [7],
    what: 'an account is not found by a word of its name',
    sql: `delete from account_word where issuer_id = $1 and holder_id = ${holder('GAMMA')} and word = 'gamma'`,
  },
  {
    broken: [7],
    what: 'an account is found by a word that its name does not have',
    sql: `insert into account_word select $1, 'delta', ${holder('GAMMA')}`,
  },
  {
    broken: [3],
    what: 'a day counts a certificate too many',
    sql: `update class_day set certificates_delta = certificates_delta + 1 where issuer_id = $1 and class_id = ${common} and day = '2024-01-10'`,
  },
  {
    broken: [4, 5, 7, 23, 24, 27, 28, 29],
    what: 'a certificate of nobody',
    sql: `delete from account where issuer_id = $1 and holder_id = ${holder('GAMMA')}`,
    foreign: true,
  },
  {
    broken: [5],
    what: 'the restricted shares of a day',
    sql: `update class_day set restricted_delta = restricted_delta - 1 where issuer_id = $1 and class_id = ${common} and day = '2024-01-10'`,
  },
  {
    broken: [6],
    what: 'shares acquired after they were issued',
    sql: `update certificate set acquired_on = '2030-01-01' where ${warrant('ALPHA')}`,
  },
  {
    broken: [6],
    what: 'a number given twice (the table refuses it)',
    sql: `update certificate set number = 1 where issuer_id = $1 and class_id = ${warrants}`,
    loosen: ['certificate'],
  },
  {
    broken: [4, 5, 7, 23, 24, 27, 28, 29, 39, 40],
    what: 'a holding without a holder',
    sql: `delete from holder_address where holder_id = ${holder('ALPHA')}; delete from holder where id = ${holder('ALPHA')}`,
    foreign: true,
  },
  {
    broken: [2, 8, 12, 27],
    what: 'an issuance the certificates do not know',
    sql: `update control_entry set issued_delta = issued_delta + 1, credited_shares = credited_shares + 1 where issuer_id = $1 and txn_id = ${txn('C')} and class_id = ${common}`,
  },
  {
    broken: [6, 9, 22],
    what: 'an issuance that takes effect later than its certificates',
    sql: `update txn set effective_on = '2025-01-01' where issuer_id = $1 and id = (select min(issued_txn) from certificate where issuer_id = $1 and class_id = ${warrants})`,
  },
  {
    broken: [2, 3, 10],
    what: 'treasury below zero',
    sql: `insert into class_day select $1, ${warrants}, day::date, 0, moved, 0, 0 from (values ('2024-02-01', -5), ('2024-02-02', 5)) as moves (day, moved)`,
  },
  {
    broken: [1, 8, 10, 27],
    what: 'a reserve below zero',
    sql: `update reserve_change set delta = delta - 1000 where issuer_id = $1 and txn_id is null and delta = 40`,
  },
  {
    broken: [3, 6, 7, 8, 10],
    what: 'a certificate canceled before it was issued (the table refuses it)',
    sql: `update certificate set canceled_on = issued_on - 10 where issuer_id = $1 and canceled_txn = ${txn('R')}`,
    loosen: ['certificate'],
  },
  {
    broken: [3, 5, 8, 11, 12, 15, 33, 36, 38],
    what: 'a transfer that issues one share more',
    sql: `update certificate set shares = shares + 1 where issuer_id = $1 and issued_txn = ${txn('T')} and holder_id = ${holder('GAMMA')}`,
  },
  {
    broken: [12],
    what: 'an issuance out of a reserve that did not fall',
    sql: `update reserve_change set txn_id = null where issuer_id = $1 and delta = -20`,
  },
  {
    broken: [13],
    what: 'another conversion ratio',
    sql: `update txn_factor set numerator = 2 where issuer_id = $1`,
  },
  {
    broken: [3, 8, 11, 12, 14, 38],
    what: 'a retirement that gives everything back',
    sql: `update certificate set shares = shares + 33 where issuer_id = $1 and issued_txn = ${txn('R')}`,
  },
  {
    broken: [3, 4, 5, 7, 8, 9, 12, 15, 23, 24, 27, 28, 29],
    what: 'a reverse split by another ratio',
    sql: `update certificate set shares = shares + 1 where issuer_id = $1 and issued_txn = ${txn('V')} and holder_id = ${holder('BETA')} and id = (select min(id) from certificate where issuer_id = $1 and issued_txn = ${txn('V')} and holder_id = ${holder('BETA')})`,
  },
  {
    broken: [16],
    what: 'cash for a fraction that was rounded up',
    sql: `insert into cash_in_lieu select $1, ${txn('V')}, ${common}, ${holder('BETA')}, 1, 3, 0.01`,
  },
  {
    broken: [6, 9, 12, 14, 17],
    what: 'a certificate canceled by a transaction nobody knows',
    sql: `update certificate set canceled_txn = 999 where issuer_id = $1 and canceled_txn = ${txn('R')}`,
  },
  {
    broken: [17],
    what: 'a record of a transaction nobody knows',
    sql: `insert into escheat select $1, 1, ${holder('ALPHA')}, 'NE', '2024-06-01', 'SC08', 999`,
  },
  {
    broken: [3, 5, 7, 8, 12, 15, 16, 18, 33, 36],
    what: 'a transfer from one class into another',
    sql: `update certificate set class_id = ${preferred}, prefix = 'ZZ' where issuer_id = $1 and issued_txn = ${txn('T')} and holder_id = ${holder('GAMMA')}`,
  },
  {
    broken: [5, 7, 19],
    what: 'a restriction that disappeared in a gift',
    sql: `update certificate set restriction = 'N' where issuer_id = $1 and issued_txn = ${txn('T')}`,
  },
  {
    broken: [20],
    what: 'a stopped certificate that was canceled',
    sql: `update stop set released_on = null, released_txn = null where issuer_id = $1 and released_txn is not null`,
  },
  {
    broken: [9, 21],
    what: 'a withdrawn transaction with certificates',
    sql: `update txn set status = 'Canceled', completed_on = null where issuer_id = $1 and id = ${txn('R')}`,
  },
  {
    broken: [21],
    what: 'a rejection without its record',
    sql: `delete from rejection where issuer_id = $1`,
  },
  {
    broken: [22],
    what: 'processed before it was received',
    sql: `update txn set received_on = '2030-01-01' where issuer_id = $1 and status = 'Rejected'`,
  },
  {
    broken: [4, 5, 7, 23, 24, 27, 28, 29, 39],
    what: 'half of a class held by nobody',
    sql: `update certificate set holder_id = 999 where ${warrant('ALPHA')}`,
    foreign: true,
  },
  {
    broken: [1, 24],
    what: 'reserved shares of no reserve',
    sql: `insert into reserve_change select $1, 999, 1, ${common}, '2024-06-01', 5, 'none', null, now(); insert into control_entry select $1, -1, ${common}, '2024-06-01', now(), null, 'Reserve', 0, 0, 0, 0, 0, 5, 'none', ''`,
    foreign: true,
  },
  {
    broken: [1, 10, 25],
    what: 'a negative reserve',
    sql: `insert into reserve_change select $1, id, -1, ${common}, '2024-06-01', -200, 'none', null, now() from reserve where issuer_id = $1; insert into control_entry select $1, -1, ${common}, '2024-06-01', now(), null, 'Reserve', 0, 0, 0, 0, 0, -200, 'none', ''`,
  },
  {
    broken: [3, 4, 5, 6, 7, 8, 9, 10, 12, 23, 24, 27, 28, 29],
    what: 'holdings that cancel each other out (the table refuses it)',
    sql: `update certificate set shares = -50 where ${warrant('ALPHA')}`,
    loosen: ['certificate'],
  },
  {
    broken: [8, 27],
    what: 'reserved shares in the control book only',
    sql: `insert into control_entry select $1, -1, ${warrants}, '2024-06-01', now(), null, 'Reserve', 0, 0, 0, 0, 0, 5, 'none', ''`,
  },
  {
    broken: [4, 5, 7, 23, 24, 27, 28, 29],
    what: 'an account twice (the table refuses it)',
    sql: `insert into account select * from account where issuer_id = $1 and holder_id = ${holder('ALPHA')}`,
    loosen: ['account'],
    foreign: true,
  },
  {
    broken: [7, 29],
    what: 'two holders with one key (the table refuses it)',
    sql: `update holder set customer_id = 'BETA' where customer_id = 'ALPHA'`,
    loosen: ['holder'],
    foreign: true,
  },
  {
    broken: [5, 7, 30],
    what: 'a certificate with neither restriction nor freedom (the table refuses it)',
    sql: `alter table certificate alter column restriction drop not null; update certificate set restriction = null where issuer_id = $1 and holder_id = ${holder('ALPHA')} and ${live}`,
    loosen: ['certificate'],
  },
  {
    broken: [31],
    what: 'a status nobody knows (the table refuses it)',
    sql: `update txn set status = 'Lost' where issuer_id = $1 and status = 'Pending'`,
    loosen: ['txn'],
  },
  {
    broken: [32, 33, 36],
    what: 'a completed entry without the day it was posted (the table refuses it)',
    sql: `update txn set processed_at = null where issuer_id = $1 and id = ${txn('N')}`,
    loosen: ['txn'],
  },
  {
    broken: [33],
    what: 'a frozen list changed',
    sql: `update proxy_entitlement set shares = shares + 1 where issuer_id = $1`,
  },
  {
    broken: [34],
    what: 'votes that are not in the ballot',
    sql: `update proxy_vote set for_shares = for_shares + 1 where issuer_id = $1`,
  },
  {
    broken: [35],
    what: 'a ballot of a closed meeting dated after it',
    sql: `update proxy_ballot set voted_on = '2024-06-01' where issuer_id = $1 and proxy_id = (select id from proxy where issuer_id = $1 and status = 'Closed')`,
  },
  {
    broken: [36],
    what: 'a payment one cent too high',
    sql: `update dividend_payment set gross = gross + 0.01, net = net + 0.01 where issuer_id = $1 and method <> 'Shares' and holder_id = ${holder('BETA')}`,
  },
  {
    broken: [37],
    what: 'treasury was paid',
    sql: `insert into dividend_payment select issuer_id, dividend_id, ${holder('TREASURY')}, 0, 0, '', 0, 0, method, '', state from dividend_payment where issuer_id = $1 and method <> 'Shares' and holder_id = ${holder('BETA')}`,
  },
  {
    broken: [38],
    what: 'lots of more shares than the certificate',
    sql: `update tax_lot set shares = shares + 1 where issuer_id = $1 and certificate_id = (select min(certificate_id) from tax_lot where issuer_id = $1)`,
  },
  {
    broken: [38],
    what: 'a gift that loses half of the basis',
    sql: `update tax_lot set total_cost = total_cost / 2 where issuer_id = $1 and certificate_id in (select id from certificate where issuer_id = $1 and issued_txn = ${txn('T')})`,
  },
  {
    broken: [38],
    what: 'a split that doubles the basis of its shares',
    sql: `update tax_lot set total_cost = total_cost * 2 where issuer_id = $1 and certificate_id in (select id from certificate where issuer_id = $1 and issued_txn = ${txn('F')})`,
  },
  {
    broken: [39],
    what: 'a plan member twice (the table refuses it)',
    sql: `insert into plan_member select * from plan_member where issuer_id = $1`,
    loosen: ['plan_member'],
  },
  {
    broken: [40],
    what: 'a key accepted twice (the table refuses it)',
    sql: `insert into idempotency_key select * from idempotency_key`,
    loosen: ['idempotency_key'],
  },
  {
    broken: [40],
    what: 'a row of a bulk sheet whose transaction is not there',
    sql: `insert into idempotency_key values ('bulk sheets', 'BulkRow', 'b1-0', 'b1-0', '{"transaction":1}', now())`,
  },
  {
    broken: [40],
    what: 'a key of nobody',
    sql: `update idempotency_key set client_id = 'stranger'`,
  },
  {
    broken: [8, 12, 27],
    what: 'a repurchase the control book counts one share more of',
    sql: `update control_entry set treasury_delta = treasury_delta + 1 where issuer_id = $1 and treasury_delta = 30`,
  },
  {
    broken: [1, 13],
    what: 'a conversion reserve that fell by one too many',
    sql: `update reserve_change set delta = delta - 1 where issuer_id = $1 and txn_id = ${txn('C')}; update control_entry set reserved_delta = reserved_delta - 1 where issuer_id = $1 and txn_id = ${txn('C')} and class_id = ${common}`,
  },
  {
    broken: [17],
    what: 'a certificate posted after it was canceled',
    sql: `update txn set processed_at = '2024-02-09T12:00:00Z' where issuer_id = $1 and id = ${txn('N')}`,
  },
  {
    broken: [3, 4, 5, 7, 8, 9, 12, 18, 23, 24, 27, 28, 29, 39],
    what: 'a certificate of a class the issuer does not have',
    sql: `update certificate set class_id = 999 where ${warrant('ALPHA')}`,
    foreign: true,
  },
  {
    broken: [5, 7, 19],
    what: 'a restriction that disappeared in a reverse split',
    sql: `update certificate set restriction = 'N' where issuer_id = $1 and issued_txn = ${txn('V')} and holder_id = ${holder('ALPHA')}`,
  },
  {
    broken: [20],
    what: 'a reverse split that forgot a stop',
    sql: `delete from stop where issuer_id = $1 and moved_from is not null`,
  },
  {
    broken: [21],
    what: 'a pending transaction with a completed date (the table refuses it)',
    sql: `update txn set completed_on = received_on where issuer_id = $1 and status = 'Pending'`,
    loosen: ['txn'],
  },
  {
    broken: [34],
    what: 'votes on no proposal',
    sql: `insert into proxy_vote select issuer_id, proxy_id, holder_id, 2, for_shares from proxy_vote where issuer_id = $1`,
  },
  {
    broken: [33, 35],
    what: 'an open meeting whose list is not frozen',
    sql: `update proxy set frozen_at = null where issuer_id = $1 and status = 'Open'`,
  },
  {
    broken: [36],
    what: 'a distribution other than its payments',
    sql: `update dividend set distribution = distribution + 1 where issuer_id = $1 and kind = 'Cash'`,
  },
  {
    broken: [37],
    what: 'treasury on a frozen list',
    sql: `insert into proxy_entitlement select issuer_id, id, ${holder('TREASURY')}, 0 from proxy where issuer_id = $1`,
  },
  {
    broken: [3, 6, 7, 8],
    what: 'a certificate canceled by nothing (the table refuses it)',
    sql: `update certificate set canceled_on = '2026-12-31' where ${warrant('ALPHA')}`,
    loosen: ['certificate'],
  },
  {
    broken: [40],
    what: 'a key whose issuance was lost',
    sql: `update idempotency_key set result = '{"controlTransactionId":999}' where endpoint = 'CreateNewIssuance'`,
  },
  {
    broken: [40],
    what: 'a key whose holder was lost',
    sql: `update idempotency_key set result = '' where endpoint = 'CreateOrUpdate'`,
  },
  {
    broken: [40],
    what: 'one issuance for two keys',
    sql: `insert into idempotency_key select client_id, endpoint, 'two', request_hash, result, created_at from idempotency_key`,
  },
  {
    broken: [41],
    what: 'an item that was posted without the step',
    sql: `delete from item_step where issuer_id = $1 and number = 4`,
  },
  {
    broken: [41],
    what: 'an item that the user who entered it approved',
    sql: `update item_approval set by_email = 'A@agent.example' where issuer_id = $1`,
  },
  {
    broken: [41],
    what: 'an item whose transaction is of another status',
    sql: `update item set txn_id = (select min(id) from txn where issuer_id = $1 and status = 'Rejected') where issuer_id = $1`,
  },
  {
    broken: [19],
    what: 'a reversal of a transaction that it does not mirror',
    sql: `update txn set sub_kind = 'Reversal', reverses_txn = ${txn('N')}, is_presented = false where issuer_id = $1 and id = ${txn('T')}`,
  },
];

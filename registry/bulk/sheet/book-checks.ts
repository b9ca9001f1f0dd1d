// Checks of a bulk sheet against the books, in SQL: unknown issuers and accounts, repeated batches.

/** SQL over staged_bulk that gives (row, value, sentence) for each finding, shown at a field of its sheet. */
type BookCheck = {
  code: string;
  severity: 'error' | 'warning';
  sheetKey: string;
  column: string;
  sql: string;
};

const error = (code: string, sheetKey: string, column: string, sql: string): BookCheck => ({
  ...{ code, severity: 'error', sheetKey, column, sql },
});

const withIssuer = ['issuances', 'transfers'] as const;

/** What is in the books already is not compared with them again: it changed them. */
const waiting = (sheetKey: string) => `s.sheet_key = '${sheetKey}' and not s.is_there`;

export const bookChecks: readonly BookCheck[] = [
  ...withIssuer.map((key) =>
    error(
      'B10',
      key,
      'issuer_id',
      `select s.first_row as row, s.customer_issuer_id::text as value,
              'There is no issuer ' || s.customer_issuer_id || '.' as sentence
         from staged_bulk s left join issuer i on i.customer_id = s.customer_issuer_id
        where ${waiting(key)} and s.customer_issuer_id is not null and i.id is null`,
    ),
  ),
  ...withIssuer.map((key) =>
    error(
      'B11',
      key,
      'issuer_id',
      `select s.first_row as row, s.customer_issuer_id::text as value, i.name || ' is inactive.' as sentence
         from staged_bulk s join issuer i on i.customer_id = s.customer_issuer_id
        where ${waiting(key)} and i.status = 'Inactive'`,
    ),
  ),
  error(
    'B12',
    'issuances',
    'account',
    `select s.first_row as row, s.account as value,
            'Account ' || s.account || ' is not known. Fill the columns of the holder to open it.' as sentence
       from staged_bulk s left join holder h on h.customer_id = s.account
      where ${waiting('issuances')} and s.account <> '' and h.id is null and not s.has_holder
        and not exists (select from staged_bulk o
                         where o.account = s.account and o.has_holder and o.number < s.number)`,
  ),
  error(
    'B13',
    'transfers',
    'to_account',
    `select s.first_row + e.place::int - 1 as row, e.line ->> 'to_account' as value,
            'Issuer ' || s.customer_issuer_id || ' has no account ' || (e.line ->> 'to_account') || '.' as sentence
       from staged_bulk s
       join issuer i on i.customer_id = s.customer_issuer_id
       cross join jsonb_array_elements(s.content::jsonb) with ordinality as e (line, place)
       left join holder h on h.customer_id = e.line ->> 'to_account'
       left join account a on a.issuer_id = i.id and a.holder_id = h.id
      where ${waiting('transfers')} and e.line ->> 'to_account' is not null and a.holder_id is null`,
  ),
  error(
    'B14',
    'holder_updates',
    'account',
    `select s.first_row as row, s.account as value, 'Account ' || s.account || ' is not known.' as sentence
       from staged_bulk s left join holder h on h.customer_id = s.account
      where ${waiting('holder_updates')} and s.account <> '' and h.id is null`,
  ),
  ...(['issuances', 'transfers', 'holder_updates'] as const).map(
    (key): BookCheck => ({
      ...{ code: 'B15', severity: 'warning', sheetKey: key, column: 'batch' },
      sql: `select distinct on (s.number) s.first_row as row, s.batch as value,
              'A row of batch ' || s.batch || ' with this account and day was carried out before with other content. This one is carried out too.' as sentence
         from staged_bulk s
         join bulk_row b on b.batch = s.batch and b.account = s.account and b.kind = s.kind
          and b.effective_on is not distinct from s.effective_on
        where ${waiting(key)} and b.state in ('Posted', 'Queued') and b.key <> s.key
        order by s.number`,
    }),
  ),
];

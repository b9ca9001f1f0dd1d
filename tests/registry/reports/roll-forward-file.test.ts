import { expect, test } from 'vitest';
import { entriesOf } from '#lib/register/transactions/journal';
import { rollClasses, rollColumns, rollTitles } from '#lib/register/transactions/roll-forward';
import { rollHolders } from '#lib/register/transactions/roll-holders';
import { type ReadCell, readCells, unzip } from '#lib/sheet/archive-for-tests';
import { readPdf } from '#registry/render/pdf/pdf-for-tests';
import { sampled } from '#tests/lane';
import { registryOfFile } from '../boot.ts';
import { reportReader } from './report-reader.ts';

// The roll-forward as a workbook and as a sealed PDF, against the same figures from the interface's answers.

const registry = registryOfFile();
const read = reportReader(registry);
const actor = { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' };
const period = { startDate: '2024-11-21', endDate: '2026-11-20' };
const opening = '2024-11-20';

type Row = Record<string, string>;
type Given = Record<string, unknown>;

const bookOf = (customerIssuerId: number, over: Given = {}) =>
  read.book('GenerateRollForward', { customerIssuerId, ...period, actor, ...over });
const issuers = [1001, 1008, 1002, 1003, 1004, 1005, 1006, 1007];

async function answered(customerIssuerId: number) {
  const get = async (path: string) => (await registry().call(path)).body as Given;
  const journal = await registry().call('/api/v1/Report/GenerateTransactionList', {
    body: {
      customerIssuerId,
      ...period,
      filterDateBy: 'EffectiveDate',
      transactionTypeCode: null,
      returnJSON: true,
    },
  });
  const held = async (day: string) => {
    const { accounts } = await get(
      `/api/v1/Report/GetOwnershipPercentage?customerIssuerId=${customerIssuerId}&cutoff=${day}`,
    );
    return (accounts as Given[]).flatMap((one) =>
      (one.securities as Given[]).map((part) => ({
        holder: `${one.customerShareholderId}`,
        name: `${one.name}`,
        className: `${part.securityType}`,
        shares: BigInt(part.totalShares as number),
      })),
    );
  };
  const entries = entriesOf(journal.body as never) ?? [];
  return { entries, first: await held(opening), last: await held(period.endDate) };
}

test.each(sampled(issuers, 8))(
  '%i: holders, classes and movements are those of the interface’s answers',
  { tags: ['scaled'] },
  async (id) => {
    const book = await bookOf(id);
    const { entries, first, last } = await answered(id);
    const byAccount = ({ account }: { account: string }) => account;
    const holders = rollHolders(entries, first, last, byAccount);
    const columns = ['issued', 'received', 'surrendered', 'retired', 'adjusted'] as const;
    const expected = holders.map(({ holder, className, moved, ...roll }) => [
      holder,
      className,
      ...[roll.opening, ...columns.map((column) => moved[column]), roll.computed, roll.closing, 0n].map(
        String,
      ),
    ]);
    const rowsOf = (sheet: string) => book.sheet(sheet).rows.filter(({ Class }: Row) => Class);
    const seen = rowsOf('Holders').map((row) => [
      row.Account,
      row.Class,
      row.Opening,
      ...columns.map((column) => row[rollTitles[column]]),
      ...['Closing computed', 'Closing read', 'Residual'].map((title) => row[title]),
    ]);
    const sorted = (lists: unknown[][]) => lists.map((one) => one.join('|')).sort();
    expect(sorted(seen)).toEqual(sorted(expected));
    for (const { className, ...roll } of rollClasses(entries, new Map(), new Map(), byAccount))
      for (const block of ['Outstanding', 'Issued', 'Treasury', 'Restricted'] as const) {
        const row = rowsOf('Classes').find((one: Row) => one.Class === className && one.Shares === block);
        const { moved } = roll[block.toLowerCase() as 'outstanding'];
        expect(rollColumns.map((column) => row?.[rollTitles[column]])).toEqual(
          rollColumns.map((column) => `${moved[column]}`),
        );
      }
    // Restricted shares of the accounts at both ends are those of their class.
    for (const row of rowsOf('Classes').filter(({ Shares }: Row) => Shares === 'Restricted'))
      for (const [at, end] of [
        ['opening', 'Opening'],
        ['end', 'Closing read'],
      ])
        expect(
          rowsOf('Holders')
            .filter((one: Row) => one.Class === row.Class)
            .reduce((sum: bigint, one: Row) => sum + BigInt(one[`Restricted at the ${at}`] ?? 0), 0n),
        ).toBe(BigInt(row[end as string] ?? 0));
    for (const sheet of ['Classes', 'Reserved and authorized'])
      expect(new Set(rowsOf(sheet).map(({ Residual }: Row) => Residual))).toEqual(new Set(['0']));
    const moves = holders.flatMap(({ moves: own, holder }) =>
      own.map(({ entry, net, counterparties }) => [
        entry.number,
        entry.effective,
        holder,
        net,
        counterparties.toSorted().join(),
      ]),
    );
    const listed = rowsOf('Movements')
      .filter(({ Holder = '' }: Row) => !Holder.endsWith('(treasury)'))
      .map((row) => [
        row['Trans. no.'],
        isoDate(row.Effective),
        row.Account,
        row.Shares,
        [...new Set(row.Counterparty?.split('; '))].toSorted().join(),
      ]);
    expect(sorted(listed)).toEqual(sorted(moves));
  },
);

test('a changed total shows as the residual of its class, a canceled transaction also at each account', async () => {
  const { pool } = registry().database;
  const given = { startDate: '2025-01-01' };
  const before = await bookOf(1003, given);
  const [{ id, number, shares }] = (
    await pool.query(
      `select t.id, coalesce(t.customer_id, t.id)::text as number, sum(c.shares)::text as shares
         from txn t join certificate c on c.issuer_id = t.issuer_id and c.issued_txn = t.id
        where t.issuer_id = (select id from issuer where customer_id = 1003) and t.kind = 'N'
          and t.effective_on between '2025-01-01' and '2026-11-20' and t.status = 'Completed' and not c.is_treasury
          and not exists (select 1 from certificate x where x.issuer_id = t.issuer_id and x.canceled_txn = t.id)
        group by t.id, t.customer_id order by t.id desc limit 1`,
    )
  ).rows;
  const { completed_on } = (await pool.query('select completed_on from txn where id = $1', [id])).rows[0];
  await pool.query("update txn set status = 'Canceled', completed_on = null where id = $1", [id]);
  try {
    const book = await bookOf(1003, given);
    const residuals = book
      .sheet('Holders')
      .rows.map(({ Residual }: Row) => BigInt(Residual || 0))
      .filter((one) => one !== 0n);
    expect(residuals.reduce((sum, one) => sum + one, 0n)).toBe(BigInt(shares));
    const outstanding = book.sheet('Classes').rows.filter((one: Row) => one.Shares === 'Outstanding');
    expect(outstanding.map(({ Residual }: Row) => Residual)).toContain(shares);
    expect(book.fact('Accounts with a residual')).toBe(`${residuals.length}`);
    expect(book.labels().some((label) => label.startsWith('All residuals') && !label.endsWith(': 0'))).toBe(
      true,
    );
    expect(book.sheet('Movements').rows.some((one: Row) => one['Trans. no.'] === number)).toBe(false);
  } finally {
    await pool.query("update txn set status = 'Completed', completed_on = $2 where id = $1", [
      id,
      completed_on,
    ]);
  }
  expect(before.fact('Accounts with a residual')).toBe('0');
  expect(
    before.labels().some((label) => label === 'All residuals of classes and accounts, without signs: 0'),
  ).toBe(true);
});

test('a reversal and what it reverses name each other; a late posting is named at the opening it restated', async () => {
  const { pool } = registry().database;
  const found = (
    await pool.query<{ id: string; number: string; effective_on: string; processed_at: string }>(
      `select t.id::text, coalesce(t.customer_id, t.id)::text as number, t.effective_on::text, t.processed_at::text
         from txn t join issuer i on i.id = t.issuer_id
        where i.customer_id = 1003 and t.status = 'Completed' and t.reverses_txn is null
          and t.effective_on between '2024-11-21' and '2026-11-20'
        order by t.effective_on desc, t.id desc limit 2`,
    )
  ).rows;
  const [later, earlier] = [found[0]!, found[1]!];
  const late = (
    await pool.query<{ id: string; number: string; processed_at: string; security: string }>(
      `select t.id::text, coalesce(t.customer_id, t.id)::text as number, t.processed_at::text, k.name as security
         from txn t join issuer i on i.id = t.issuer_id join certificate c on c.issuer_id = t.issuer_id and c.issued_txn = t.id
         join security_class k on k.issuer_id = t.issuer_id and k.id = c.class_id
        where i.customer_id = 1003 and t.status = 'Completed' and t.kind = 'N' and t.effective_on < '2024-11-20'
          and not c.is_treasury
        order by t.id limit 1`,
    )
  ).rows[0]!;
  const notes = async () =>
    (
      await registry().call(
        `/agent/v1/roll-forward-notes?customerIssuerId=1003&startDate=${period.startDate}&endDate=${period.endDate}`,
      )
    ).body as { reversals: Given[]; restatements: Given[]; isWhole: boolean };
  const before = await bookOf(1003);
  expect((await notes()).restatements.map(({ transactionId }) => `${transactionId}`)).not.toContain(
    late.number,
  );
  await pool.query('update txn set reverses_txn = $2 where id = $1', [later.id, earlier.id]);
  await pool.query("update txn set processed_at = '2024-12-02T15:00:00Z' where id = $1", [late.id]);
  try {
    const book = await bookOf(1003);
    const columns = (number: string, column: string) =>
      new Set(
        book
          .sheet('Movements')
          .rows.filter((row: Row) => row['Trans. no.'] === number)
          .map((row: Row) => row[column] ?? ''),
      );
    expect(columns(later.number, 'Reverses')).toEqual(new Set([earlier.number]));
    expect(columns(earlier.number, 'Reversed by')).toEqual(new Set([later.number]));
    expect(columns(later.number, 'Reversed by')).toEqual(new Set(['']));
    expect(book.fact(late.security)).toMatch(
      new RegExp(
        `^By .*${late.number} \\(effective .+, posted Dec 2, 2024: \\+[\\d,]+ outstanding, \\d+ accounts?\\)`,
      ),
    );
    const answer = await notes();
    expect(answer.isWhole).toBe(true);
    // The accounts of a class say together what its memo says.
    const ofClass = answer.restatements.filter(({ security }) => security === late.security);
    const restated = (of: typeof book) =>
      of
        .sheet('Holders')
        .rows.filter((row: Row) => row.Class === late.security)
        .reduce((sum: bigint, row: Row) => sum + BigInt(row['Opening restated by'] ?? 0), 0n);
    const expected = ofClass.reduce((sum, one) => sum + BigInt(one.netOutstanding as number), 0n);
    expect(expected).not.toBe(restated(before));
    expect(restated(book)).toBe(expected);
    expect(
      answer.reversals.map((one) => [`${one.controlTransactionId}`, `${one.reversesTransactionId}`]),
    ).toContainEqual([later.id, earlier.number]);
    expect(answer.restatements).toContainEqual(
      expect.objectContaining({ processedDate: '2024-12-02', security: late.security }),
    );
  } finally {
    await pool.query('update txn set reverses_txn = null where id = $1', [later.id]);
    await pool.query('update txn set processed_at = $2 where id = $1', [late.id, late.processed_at]);
  }
  expect(before.fact(late.security)).not.toContain(`${late.number} (`);
});

test('the PDF is sealed and has the same figures; the workbook is not sealed', async () => {
  const request = { customerIssuerId: 1005, startDate: '2026-11-01', endDate: '2026-11-20', actor };
  const { bytes, name } = await read.file('GenerateRollForward', { ...request, isPDF: true });
  expect(name).toBe('RollForward_1005_20261120.pdf');
  expect(bytes.toString('latin1')).toContain('/ETSI.CAdES.detached');
  const { pages } = readPdf(bytes);
  const text = pages
    .flatMap((page) => page.map((piece) => piece.text))
    .join(' ')
    .replace(/\s+/g, ' ');
  expect(text).toContain('Prepared by Robin Okafor, ');
  expect(text).toContain('Out of proof on Nov 20, 2026 by 40 shares');
  const book = await bookOf(1005, request);
  expect(book.fact('Prepared by')).toBe('Robin Okafor, client demo-agent');
  const [first] = book.sheet('Classes').rows;
  expect(text).toContain(BigInt(first?.['Closing read'] ?? '').toLocaleString('en-US'));
  const lists = ['Holders', 'Movements', 'Control book entries'];
  expect(book.names).toEqual(['Report', 'Classes', 'Reserved and authorized', ...lists]);
  // On paper the accounts without movement are one line, with their shares; the workbook lists each of them.
  const accounts = book.sheet('Holders').rows.filter((row: Row) => row.Class === 'Common Stock');
  const inMovements = new Set(book.sheet('Movements').rows.map((row: Row) => `${row.Account} ${row.Class}`));
  const still = accounts.filter(
    (row: Row) => !inMovements.has(`${row.Account} ${row.Class}`) && row['Opening restated by'] === '0',
  );
  const held = still.reduce((sum: bigint, row: Row) => sum + BigInt(row['Closing read'] ?? ''), 0n);
  expect(still.length).toBeGreaterThan(1_000);
  const printed = `${still.length.toLocaleString('en-US')} accounts without movement Common Stock ${held.toLocaleString('en-US')}`;
  expect(text).toContain(printed);
  expect(pages.length).toBeLessThan(20);
  expect(text).toContain('No entry of the control book moved reserved or authorized shares in the period.');
});

test('on paper the entries of the control book follow the movements, as in the workbook', async () => {
  const request = { customerIssuerId: 1008, ...period, actor };
  const printed = (await read.text('GenerateRollForward', request)).replace(/\s+/g, ' ');
  const entries = printed.slice(printed.lastIndexOf('Control book entries'));
  const listed = (await bookOf(1008)).sheet('Control book entries').rows;
  const shown = (shares = '') => BigInt(shares).toLocaleString('en-US');
  expect(listed.length).toBeGreaterThan(10);
  for (const row of listed)
    expect(entries).toContain(
      [row.Type, row.Class, shown(row.Reserved), shown(row.Authorized), row.Authority].join(' '),
    );
});

test('numbers of transactions link to their pages where the dashboard is known, else they are text', async () => {
  const request = { customerIssuerId: 1008, ...period, actor };
  const sheetsOf = (bytes: Buffer) => {
    const parts = unzip(bytes);
    return [4, 5].map((place) => [...numbersOf(`${parts.get(`xl/worksheets/sheet${place}.xml`)}`)]);
  };
  const { bytes } = await read.file('GenerateRollForward', { ...request, isPDF: false });
  const [movements = [], entries = []] = sheetsOf(bytes);
  const { pool } = registry().database;
  const { rows } = await pool.query<{ id: bigint; number: bigint }>(
    `select t.id, coalesce(t.customer_id, t.id) as number from txn t join issuer i on i.id = t.issuer_id
      where i.customer_id = 1008`,
  );
  const ids = new Map(rows.map(({ id, number }) => [`${number}`, id]));
  expect([movements.length, entries.length].every((count) => count > 10)).toBe(true);
  for (const { value, formula } of [...movements, ...entries])
    expect(formula).toBe(
      `HYPERLINK("http://dashboard.example/issuers/1008/transactions/${ids.get(value)}","${value}")`,
    );
  const { pages } = readPdf((await read.file('GenerateRollForward', { ...request, isPDF: true })).bytes);
  const words = new Set(pages.flatMap((page) => page.map(({ text }) => text)));
  expect(movements.filter(({ value }) => !words.has(value))).toEqual([]);

  const unknown = await registry().another({ publicUrl: undefined, dashboardUrl: undefined });
  try {
    const response = await fetch(`${unknown.baseUrl}/agent/v1/reports/roll-forward`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await registry().tokenFor('demo-agent')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ...request, isPDF: false }),
    });
    const { downloadUrl } = (await response.json()) as { downloadUrl: string };
    const [plain, plainEntries] = sheetsOf((await read.fetched(downloadUrl)).bytes);
    const texts = (cells: typeof movements) => cells.map(({ value }) => ({ type: 'inlineStr', value }));
    expect(plain).toMatchObject(texts(movements));
    expect(plainEntries).toMatchObject(texts(entries));
    expect([...(plain ?? []), ...(plainEntries ?? [])].some(({ formula }) => formula)).toBe(false);
  } finally {
    await unknown.close(1000);
  }
});

/** The cells of the first column of a sheet's XML, without its title. */
function* numbersOf(xml: string): Generator<ReadCell> {
  for (const [ref, cell] of readCells(xml)) if (/^A(?!1$)\d+$/.test(ref)) yield cell;
}

test.each([
  ['startDate', { startDate: '2026-11-21' }],
  ['endDate', { endDate: '2027-01-01' }],
  ['startDate', { customerIssuerId: 1003, startDate: 'soon' }],
])('%s is refused where it is no day of a period', async (field, over) => {
  const refused = await read.order('GenerateRollForward', {
    customerIssuerId: 1005,
    ...period,
    actor,
    ...over,
  });
  expect([refused.status, Object.keys((refused.body as { errors: object }).errors)]).toEqual([400, [field]]);
});

test('without dates it is the current month; other scopes get nothing', async () => {
  const given = { customerIssuerId: 1003, actor };
  expect((await read.book('GenerateRollForward', given)).fact('From the close of')).toMatch(
    /^Oct 31, 2026, /,
  );
  for (const as of ['demo-issuer', 'demo-readonly'] as const)
    expect((await read.order('GenerateRollForward', given, { as })).status).toBe(403);
});

/** The day of a date's cell, which counts days. */
function isoDate(cell = ''): string {
  return new Date(Date.UTC(1899, 11, 30 + Number(cell))).toISOString().slice(0, 10);
}

import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpointOf } from '#lib/contract/index';
import { violations } from '#registry/ledger/invariants/run';
import { readPdf } from '#registry/render/pdf/pdf-for-tests';
import { registryOfFile } from '../boot.ts';
import { clerk, operator } from './items.ts';
import { type Answer, digestOf, exampleOf, registersOf, templateExample } from './registers.ts';

const registry = registryOfFile();
const at = () => registersOf(registry());
const folder = () => join(registry().dataDir, 'registry', 'registers');
const rowsOf = async (sql: string) => (await registry().database.pool.query(sql)).rows;
const issuers = async (id: string) => rowsOf(`select id from issuer where customer_id = ${id}`);
const sentence = ({ status, body }: Answer) => `${status} ${body.message}`;
const admin = { email: 'admin@harborline.example', firstName: 'Ada', lastName: 'Bell' };

test('the template is the one of the command line, as a workbook or as CSV files', async () => {
  const book = await registry().call('/agent/v1/registers/template?isExample=true');
  expect([book.status, book.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('register-example.xlsx'),
  ]);
  const bytes = await templateExample();
  const { origin } = registry();
  const token = await registry().tokenFor('demo-agent');
  const raw = await fetch(`${origin}/agent/v1/registers/template?isExample=true`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(digestOf(Buffer.from(await raw.arrayBuffer()))).toBe(digestOf(bytes));
  const csv = await registry().call('/agent/v1/registers/template?format=csv');
  expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'application/zip']);
});

test('from the template to the books, and back', async () => {
  const bytes = await templateExample();

  // It arrives in parts; one whose answer was lost is sent again, and one out of place is refused.
  const half = Math.ceil(bytes.length / 2);
  const created = await at().create(clerk, bytes.length, 'example.xlsx');
  const { registerFileId } = created.body;
  expect(created.body).toMatchObject({
    state: 'Uploading',
    received: 0,
    counts: null,
    uploadedBy: clerk.email,
  });
  expect(sentence(await at().step('check', created.body, clerk))).toBe(
    '409 The register is uploading. That does not allow this step.',
  );
  expect(sentence(await at().part(registerFileId, half, bytes.subarray(half), clerk))).toBe(
    '409 The next part of this register begins at byte 0.',
  );
  for (const _again of [1, 2]) {
    const { body } = await at().part(registerFileId, 0, bytes.subarray(0, half), clerk);
    expect([body.state, body.received]).toEqual(['Uploading', half]);
  }
  expect(sentence(await at().part(registerFileId, half, bytes.subarray(half), operator))).toBe(
    '409 Another user uploads this register.',
  );
  const long = await at().part(
    registerFileId,
    half,
    Buffer.concat([bytes.subarray(half), Buffer.from('x')]),
    clerk,
  );
  expect([long.status, long.body.errors.offset]).toEqual([
    400,
    [`makes the file longer than its ${bytes.length} bytes`],
  ]);
  const last = await at().part(registerFileId, half, bytes.subarray(half), clerk);
  expect(last.body).toMatchObject({ state: 'Uploaded', received: bytes.length, sha256: digestOf(bytes) });
  let register = last.body;

  // The check gives counts, totals and the classes to be, and writes nothing to the books.
  register = await at().done('check', register, clerk);
  expect(register).toMatchObject({
    ...{
      state: 'Checked',
      customerIssuerId: 2001,
      asOf: '2026-10-30',
      source: 'Prior Registrar LLC',
      problem: '',
    },
    counts: { stop: 0, error: 0, warning: 0, note: 0 },
    classes: [
      {
        ...{
          class: 'Common',
          authorized: 7_000_000,
          reserved: 500_000,
          issued: 2_100_000,
          treasury: 100_000,
        },
        ...{ outstanding: 2_000_000, restricted: 1_000_000, holders: 2 },
      },
      { class: 'Series A', outstanding: 300_000, holders: 1 },
    ],
  });
  expect(register.totals).toContainEqual({
    ...{ class: 'Common', measure: 'Outstanding', stated: 2_000_000, counted: 2_000_000, gap: 0 },
    isExplained: false,
  });
  expect(register.rows).toContainEqual({ sheet: 'Holders', rows: expect.any(Number) });
  expect(await issuers('2001')).toEqual([]);

  // Who uploaded it cannot approve it, in no spelling of the address; nothing is posted without approval.
  const own = '409 You uploaded this register. Another user has to approve it.';
  expect(sentence(await at().step('approve', register, clerk))).toBe(own);
  const loud = { ...clerk, email: clerk.email.toUpperCase() };
  expect(sentence(await at().step('approve', register, loud))).toBe(own);
  expect(sentence(await at().step('post', register, operator))).toBe(
    '409 The register is checked. That does not allow this step.',
  );

  // An approval names the digest and the version that were looked at.
  expect(sentence(await at().step('approve', { ...register, sha256: 'f'.repeat(64) }, operator))).toBe(
    '409 The digest does not match this register. Nothing was approved.',
  );
  expect(sentence(await at().step('approve', { ...register, version: 1 }, operator))).toBe(
    '409 The register was changed since you loaded it. Nothing was done. Load it again.',
  );
  const approved = await at().step('approve', register, operator);
  expect(approved.body).toMatchObject({ state: 'Approved', approvedBy: operator.email });
  register = approved.body;

  // Posted by two presses and a repeat at once, it is in the books once.
  const body = { idempotencyId: 'post-1' };
  const answers = await Promise.all([
    at().step('post', register, operator, body),
    at().step('post', register, operator, body),
    at().step('post', register, admin),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  register = await at().settled(register.registerFileId);
  expect(register).toMatchObject({
    ...{ state: 'Posted', problem: '' },
    title: expect.stringMatching(
      /^Conversion of Oct 30, 2026 from Prior Registrar LLC, digest [0-9a-f]{12}$/,
    ),
  });
  expect(sentence(await at().step('post', register, operator))).toBe('409 The register is posted already.');
  expect(sentence(await at().step('discard', register, operator, { reason: 'x' }))).toBe(
    '409 The register is posted already.',
  );
  const [{ id }] = await issuers('2001');
  const found = [];
  for await (const one of violations(registry().database.pool, id)) found.push(one);
  expect(found).toEqual([]);
  expect(await rowsOf('select count(*) as count from conversion where customer_issuer_id = 2001')).toEqual([
    { count: 1n },
  ]);
  const balance = await registry().call('/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=2001');
  expect(balance.body).toMatchObject([{ className: 'Common', totalOutstandingShares: 2_000_000 }, {}]);

  // The letter by which the agent accepts the records of the prior agent.
  const letter = async () => {
    const token = await registry().tokenFor('demo-agent');
    const response = await fetch(
      `${registry().origin}/agent/v1/registers/acceptance?registerFileId=${register.registerFileId}`,
      { headers: { authorization: `Bearer ${token}` } },
    );
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const { status, bytes: pdf } = await letter();
  expect(status).toBe(200);
  const text = readPdf(pdf)
    .pages.flat()
    .map((piece) => piece.text)
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  for (const expected of [
    'Acceptance of the records of Kestrel Ridge Inc.',
    'To Prior Registrar LLC and Kestrel Ridge Inc.',
    digestOf(bytes),
    'Oct 30, 2026',
    'Common Outstanding 2,000,000 2,000,000 0',
    'Handed over',
    'Accepted',
  ])
    expect(text).toContain(expected);

  // The history has who did what.
  expect(register.history.map(({ kind, byEmail }: Record<string, string>) => `${kind} ${byEmail}`)).toEqual([
    ...[
      `Created ${clerk.email}`,
      `Uploaded ${clerk.email}`,
      `CheckBegun ${clerk.email}`,
      `Checked ${clerk.email}`,
    ],
    ...[`Approved ${operator.email}`, `PostBegun ${expect.any(String) && register.history[5].byEmail}`],
    `Posted ${register.history[5].byEmail}`,
  ]);

  // Undo needs a reason, takes all of it back, and is refused twice.
  expect((await at().step('undo', register, operator, { reason: ' ' })).status).toBe(400);
  const undone = async () =>
    (await registry().call('/agent/v1/registers?state=Undone')).body as Answer['body'];
  const undoneBefore = (await undone()).totalRecords;
  register = await at().done('undo', register, operator, { reason: 'Wrong file' });
  expect(register).toMatchObject({ state: 'Undone', problem: '' });
  expect(await issuers('2001')).toEqual([]);
  expect((await letter()).status).toBe(404);
  expect(register.history.at(-1)).toMatchObject({
    kind: 'Undone',
    text: 'Wrong file',
    byEmail: operator.email,
  });
  expect(sentence(await at().step('undo', register, operator, { reason: 'Again' }))).toBe(
    '409 The register is undone. That does not allow this step.',
  );
  const { totalRecords, files } = await undone();
  expect(totalRecords).toBe(undoneBefore + 1);
  expect(files.filter((one: { customerIssuerId: number }) => one.customerIssuerId === 2001)).toMatchObject([
    { registerFileId: register.registerFileId, state: 'Undone' },
  ]);
  expect(files.filter((one: { state: string }) => one.state !== 'Undone')).toEqual([]);
});

test('errors are listed with their cells and come back as a workbook; they cannot be approved', async () => {
  const bytes = await exampleOf('2011', (book) => {
    Object.assign(book.rows.Positions![3]!, { F: '-500' });
    Object.assign(book.rows.Holders![4]!, { H: '12345678', I: 'SSN' });
  });
  const register = await at().checkedOf(clerk, bytes);
  expect(register.counts.error).toBeGreaterThanOrEqual(3);
  const findings = await registry().call(
    `/agent/v1/registers/findings?registerFileId=${register.registerFileId}`,
  );
  expect((findings.body as Answer['body']).findings).toEqual(
    expect.arrayContaining([
      {
        ...{
          code: 'P09',
          severity: 'error',
          sheet: 'Positions',
          row: 3,
          cell: 'F3',
          field: 'Shares',
          value: '-500',
        },
        sentence: 'Shares -500 must be 1 or more.',
      },
      // A tax ID shows its last digits only.
      expect.objectContaining({ code: 'H05', cell: 'H4', value: '••••5678' }),
    ]),
  );
  expect(findings.text).not.toContain('12345678');
  const one = await registry().call(
    `/agent/v1/registers/findings?registerFileId=${register.registerFileId}&code=P09&numberOfRows=1`,
  );
  expect(one.body).toMatchObject({ totalRecords: 1, found: 1, findings: [{ code: 'P09' }] });
  const file = await registry().call(
    `/agent/v1/registers/findings/file?registerFileId=${register.registerFileId}`,
  );
  expect([file.status, file.text.slice(0, 2)]).toEqual([200, 'PK']);
  expect(sentence(await at().step('approve', register, operator))).toBe(
    '409 The check found errors. Correct them in the file and upload it again.',
  );
  const gone = await at().step('discard', register, clerk, { reason: 'Corrected in the file' });
  expect(gone.body).toMatchObject({ state: 'Discarded', hasFindingsFile: false });
  expect(readdirSync(folder()).filter((name) => name.startsWith(`${register.registerFileId}`))).toEqual([]);
  expect(
    (await registry().call(`/agent/v1/registers/findings/file?registerFileId=${register.registerFileId}`))
      .status,
  ).toBe(404);
});

test('unknown columns are mapped by hand, and remembered for the source and its headers', {
  tags: ['long'],
}, async () => {
  const foreign = (issuer: string) =>
    exampleOf(issuer, (book) => {
      const [holders, positions] = [book.rows.Holders![1]!, book.rows.Positions![1]!];
      const columnOf = (row: object, name: string) =>
        Object.entries(row).find(([, cell]) => cell === name)![0];
      holders[columnOf(holders, 'Name 1')] = 'Stockholder';
      holders.AJ = 'Broker rep';
      positions[columnOf(positions, 'Shares')] = 'Qty';
    });
  const register = await at().checkedOf(clerk, await foreign('2021'));
  expect(register.counts.error).toBeGreaterThan(0);
  expect(register.columns).toEqual([
    { sheet: 'Holders', header: 'Stockholder', field: 'Name 1', isMapped: false },
    { sheet: 'Holders', header: 'Broker rep', field: null, isMapped: false },
    { sheet: 'Positions', header: 'Qty', field: 'Shares', isMapped: false },
  ]);
  expect(register.fields).toContainEqual({ sheet: 'Positions', name: 'Shares', isRequired: true });
  const columns = register.columns.map(({ sheet, header, field }: Record<string, string | null>) => ({
    ...{ sheet, header, field },
  }));
  const part = await at().step('columns', register, clerk, { columns: columns.slice(1) });
  expect([part.status, part.body.errors]).toEqual([
    400,
    { columns: ['must name every unknown column; Stockholder of Holders is missing'] },
  ]);
  const wrong = await at().step('columns', register, clerk, {
    columns: [{ ...columns[0], field: 'Shares' }, ...columns.slice(1)],
  });
  expect(wrong.body.errors).toEqual({ 'columns[0].field': ['must be a column of Holders'] });
  const mapped = await at().done('columns', register, clerk, { columns });
  expect(mapped.counts).toMatchObject({ stop: 0, error: 0, warning: 0 });
  expect(mapped.columns.every(({ isMapped }: { isMapped: boolean }) => isMapped)).toBe(true);
  expect(mapped.history.map(({ kind }: { kind: string }) => kind)).toContain('ColumnsMapped');
  const posted = await at().done('post', (await at().step('approve', mapped, operator)).body, operator);
  expect(posted.state).toBe('Posted');
  // The next register of this source with the same headers needs no decision.
  const next = await at().checkedOf(operator, await foreign('2022'));
  expect(next.counts).toMatchObject({ stop: 0, error: 0, warning: 0 });
});

test('a column for each class is mapped to its shares; each becomes a position', async () => {
  const book = await exampleOf('2023', ({ rows: { Positions: rows } }) => {
    for (const cells of Object.values(rows!)) {
      cells[cells.A === 'Series A' ? 'P' : 'O'] = cells.F!;
      delete cells.A;
      delete cells.F;
    }
    Object.assign(rows![1]!, { O: 'COMMON', P: 'Pref. A' });
  });
  const register = await at().checkedOf(clerk, book);
  expect(register.columns).toEqual([
    { sheet: 'Positions', header: 'COMMON', field: 'Shares of Common', isMapped: false },
    { sheet: 'Positions', header: 'Pref. A', field: null, isMapped: false },
  ]);
  expect(register.fields).toContainEqual({
    ...{ sheet: 'Positions', name: 'Shares of Series A', isRequired: false },
  });
  const columns = (field: string) => [
    { sheet: 'Positions', header: 'COMMON', field: 'Shares of Common' },
    { sheet: 'Positions', header: 'Pref. A', field },
  ];
  const wrong = await at().step('columns', register, clerk, { columns: columns('Shares of Series B') });
  expect(wrong.body.errors).toEqual({ 'columns[1].field': ['must be a column of Positions'] });
  const twice = await at().done('columns', register, clerk, { columns: columns('Shares of Common') });
  const { body } = await registry().call(
    `/agent/v1/registers/findings?registerFileId=${twice.registerFileId}&code=F07`,
  );
  expect((body as Answer['body']).findings).toMatchObject([
    { cell: 'P1', sentence: 'Column Shares of Common appears twice: O and P.' },
  ]);
  const mapped = await at().done('columns', twice, clerk, { columns: columns('Shares of Series A') });
  expect(mapped.counts).toMatchObject({ stop: 0, error: 0, warning: 0 });
  expect(mapped.columns.map(({ field }: { field: string }) => field)).toEqual([
    'Shares of Common',
    'Shares of Series A',
  ]);
  const posted = await at().done('post', (await at().step('approve', mapped, operator)).body, operator);
  expect(posted.state).toBe('Posted');
  expect(
    await rowsOf(
      `select k.name, sum(c.shares)::text as shares, count(*)::text as positions
         from certificate c join security_class k on k.issuer_id = c.issuer_id and k.id = c.class_id
         join issuer i on i.id = c.issuer_id where i.customer_id = 2023 group by k.name order by k.name`,
    ),
  ).toEqual([
    { name: 'Common', shares: '5950000', positions: '119' },
    { name: 'Series A', shares: '1000', positions: '1' },
  ]);
});

test('control totals are typed for a file, compared with its rows, and kept with who typed them', async () => {
  const without = (issuer: string) =>
    exampleOf(issuer, (book) => {
      delete book.rows['Control totals'];
    });
  const total = (measure: string, value: number, name = 'Common') => ({ class: name, measure, value });
  const register = await at().checkedOf(clerk, await without('2025'));
  expect([register.totals, register.typedTotals]).toEqual([[], []]);
  const lacking = async () => {
    const { body } = (await registry().call(
      `/agent/v1/registers/findings?registerFileId=${register.registerFileId}`,
    )) as Answer;
    return body.findings.map(({ sentence: said }: { sentence: string }) => said);
  };
  expect(await lacking()).toEqual([
    'Common has no control total for Outstanding.',
    'Common has no control total for Holders.',
    'Series A has no control total for Outstanding.',
    'Series A has no control total for Holders.',
  ]);

  const refused = async (...totals: unknown[]) =>
    (await at().step('totals', register, clerk, { totals })).body;
  expect((await refused(total('Holders', 2, 'Series Z'))).errors).toEqual({
    'totals[0].class': ['must be a class of this file'],
  });
  expect((await refused(total('Holders', 2), total('Holders', 3))).errors).toEqual({
    'totals[1].measure': ['must be given once for each class'],
  });
  expect((await refused(total('Holders', -1))).errors).toEqual({
    'totals[0].value': ['Value must be a whole number, at least 0.'],
  });
  expect((await refused()).message).toBe('No control total was changed.');

  // One that differs is an error, as it is in a file.
  const others = [
    total('Holders', 8),
    total('Outstanding', 1000, 'Series A'),
    total('Holders', 1, 'Series A'),
  ];
  const typed = await at().done('totals', register, clerk, {
    totals: [total('Outstanding', 5_950_075), ...others],
  });
  expect(await lacking()).toEqual([
    'Common, Outstanding: rows 5,950,000, control total 5,950,075 (typed), difference 75.',
  ]);
  expect(typed.totals).toContainEqual({
    ...{ class: 'Common', measure: 'Outstanding', stated: 5_950_075, counted: 5_950_000, gap: 75 },
    ...{ isExplained: false, typedBy: clerk.email },
  });
  expect((await at().step('approve', typed, operator)).status).toBe(409);

  // A colleague corrects it; who typed the others stays.
  const right = await at().done('totals', typed, operator, {
    totals: [total('Outstanding', 5_950_000), ...others],
  });
  expect(right.counts).toMatchObject({ stop: 0, error: 0, warning: 0 });
  expect(right.typedTotals).toEqual([
    { ...total('Outstanding', 5_950_000), byEmail: operator.email },
    ...others.map((one) => ({ ...one, byEmail: clerk.email })),
  ]);
  expect(right.history.filter(({ kind }: { kind: string }) => kind === 'TotalsTyped')).toMatchObject([
    {
      byEmail: clerk.email,
      text: 'Common, Outstanding: 5,950,075; Common, Holders: 8; Series A, Outstanding: 1,000; Series A, Holders: 1',
    },
    { byEmail: operator.email, text: 'Common, Outstanding: 5,950,000' },
  ]);

  // They outlast another check. An approval is void when one is typed afterwards.
  const again = await at().done('check', right, clerk);
  expect([again.typedTotals, again.totals]).toEqual([right.typedTotals, right.totals]);
  const approved = (await at().step('approve', again, operator)).body;
  const more = await at().done('totals', approved, clerk, {
    totals: [total('Outstanding', 5_950_000), ...others, total('Treasury', 0, 'Series A')],
  });
  expect([more.state, more.approvedBy, more.counts.error]).toEqual(['Checked', null, 0]);
  const posted = await at().done('post', (await at().step('approve', more, operator)).body, operator);
  expect([posted.state, posted.problem]).toEqual(['Posted', '']);
  expect(sentence(await at().step('totals', posted, clerk, { totals: [] }))).toBe(
    '409 The register is posted already.',
  );
  const [{ counts }] = await rowsOf('select counts from conversion where customer_issuer_id = 2025');
  expect(JSON.parse(counts).totals).toContainEqual(
    expect.objectContaining({ class: 'Series A', measure: 'Treasury', stated: 0, typedBy: clerk.email }),
  );
  expect((await at().done('undo', posted, operator, { reason: 'End of the test' })).state).toBe('Undone');
});

test('unknown values are mapped by hand, and remembered for the source and its headers', {
  tags: ['long'],
}, async () => {
  const foreign = (issuer: string, more?: string) =>
    exampleOf(issuer, (book) => {
      const [holders, positions] = [book.rows.Holders!, book.rows.Positions!];
      const columnOf = (row: object, name: string) =>
        Object.entries(row).find(([, cell]) => cell === name)![0];
      const [type, restriction] = [
        columnOf(holders[1]!, 'Account type'),
        columnOf(positions[1]!, 'Restriction'),
      ];
      positions[2]![restriction] = 'Rule 144';
      positions[3]![restriction] = 'Reg S (Cat. 3)';
      positions[4]![restriction] = 'reg s  (cat. 3)';
      holders[2]![type] = 'Joint tenants w/ ROS';
      if (more) positions[1]!.AB = more;
    });
  const register = await at().checkedOf(clerk, await foreign('2031'));
  expect(register.byCode).toContainEqual({ code: 'X19', severity: 'error', findings: 4 });
  expect(register.values).toEqual(
    [
      ...[{ sheet: 'Holders', field: 'Account type', value: 'Joint tenants w/ ROS', cells: 1 }],
      ...[
        { value: 'Rule 144', cells: 1, code: 'R' },
        { value: 'Reg S (Cat. 3)', cells: 2 },
      ].map((one) => ({ sheet: 'Positions', field: 'Restriction', ...one })),
    ].map((one) => ({ code: null, isMapped: false, ...one })),
  );
  expect(register.lists).toContainEqual({
    ...{ sheet: 'Positions', field: 'Restriction' },
    codes: expect.arrayContaining([{ code: 'R', meaning: expect.stringContaining('Rule 144') }]),
  });
  const decided = register.values.map(
    ({ sheet, field, value }: Record<'sheet' | 'field' | 'value', string>) => ({
      ...{ sheet, field, value },
      code: { 'Rule 144': 'R', 'Reg S (Cat. 3)': 'S' }[value] ?? 'JointTenant',
    }),
  );
  const wrong = await at().step('values', register, clerk, {
    values: [{ ...decided[0], code: 'R' }],
  });
  expect(wrong.body.errors).toEqual({ 'values[0].code': ['must be a value of Account type'] });
  const unseen = await at().step('values', register, clerk, {
    values: [{ ...decided[0], value: 'Family office' }],
  });
  expect(unseen.body.errors).toEqual({
    'values[0].value': ['must be a value that the check asks about'],
  });
  // One after the other: what was decided before stays.
  const first = await at().done('values', register, clerk, { values: decided.slice(0, 1) });
  expect(first.byCode).toContainEqual({ code: 'X19', severity: 'error', findings: 3 });
  const mapped = await at().done('values', first, clerk, { values: decided.slice(1) });
  expect(mapped.counts).toMatchObject({ stop: 0, error: 0 });
  expect(mapped.values.every(({ isMapped }: { isMapped: boolean }) => isMapped)).toBe(true);
  expect(mapped.history.map(({ kind }: { kind: string }) => kind)).toContain('ValuesMapped');
  const reason = { acceptedReason: 'Legends follow' };
  const posted = await at().done(
    'post',
    (await at().step('approve', mapped, operator, reason)).body,
    operator,
  );
  expect(posted.state).toBe('Posted');
  const { rows } = await registry().database.pool.query(
    `select c.restriction, count(*)::int as count from certificate c join issuer i on i.id = c.issuer_id
      where i.customer_id = 2031 and c.restriction <> 'N' group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { restriction: 'R', count: 1 },
    { restriction: 'S', count: 2 },
  ]);
  // The next register of this source needs no decision; with other headers it is asked again.
  const next = await at().checkedOf(operator, await foreign('2032'));
  expect(next.counts.error).toBe(0);
  const other = await at().checkedOf(operator, await foreign('2033', 'Broker rep'));
  expect(other.values.map(({ sheet, isMapped }: Record<string, unknown>) => [sheet, isMapped])).toEqual([
    ['Holders', true],
    ['Positions', false],
    ['Positions', false],
  ]);
  for (const one of [next, other]) await at().step('discard', one, operator, { reason: 'End' });
});

test('a registration that is here is linked by a decision, which the check asks for', {
  tags: ['long'],
}, async () => {
  const first = await at().checkedOf(clerk, await exampleOf('2041'));
  await at().done('post', (await at().step('approve', first, operator)).body, operator);
  const same = await exampleOf('2042', (book) => {
    book.rows.Holders![2]!.B = 'HOLDER 2 SAMPLE 2041';
  });
  const register = await at().checkedOf(clerk, same);
  expect(register.byCode).toEqual([{ code: 'H03', severity: 'warning', findings: 1 }]);
  const found = { sheet: 'Holders', field: 'Account', value: '2042-10001' };
  expect(register.values).toEqual([{ ...found, cells: 1, code: null, isMapped: false, here: '2041-10001' }]);
  expect(register.lists).toEqual([
    {
      ...{ sheet: 'Holders', field: 'Account' },
      codes: [
        { code: 'Link', meaning: expect.any(String) },
        { code: 'Apart', meaning: expect.any(String) },
      ],
    },
  ]);
  const wrong = await at().step('values', register, clerk, { values: [{ ...found, code: 'Merge' }] });
  expect(wrong.body.errors).toEqual({ 'values[0].code': ['must be a value of Account'] });
  const linked = await at().done('values', register, clerk, { values: [{ ...found, code: 'Link' }] });
  expect(linked.byCode).toEqual([{ code: 'H16', severity: 'note', findings: 1 }]);
  expect(linked.values).toMatchObject([{ code: 'Link', isMapped: true }]);
  const approved = (await at().step('approve', linked, operator)).body;
  const posted = await at().done('post', approved, operator);
  expect(posted.state).toBe('Posted');
  const accounts = () =>
    rowsOf(`select i.customer_id from account a join issuer i on i.id = a.issuer_id
              join holder h on h.id = a.holder_id where h.customer_id = '2041-10001' order by 1`);
  expect(await accounts()).toEqual([{ customer_id: 2041n }, { customer_id: 2042n }]);
  const undone = await at().done('undo', posted, operator, { reason: 'Wrong file' });
  expect(undone.state).toBe('Undone');
  expect(await accounts()).toEqual([{ customer_id: 2041n }]);
});

test('a file that is no workbook is stopped with its sentence', async () => {
  const register = await at().checkedOf(clerk, Buffer.from('no workbook at all'));
  expect(register.counts.stop).toBe(1);
  expect(register.byCode).toEqual([{ code: 'F01', severity: 'stop', findings: 1 }]);
});

test('warnings are approved with a reason, which is kept with the conversion', {
  tags: ['long'],
}, async () => {
  const bytes = await exampleOf('2012', (book) => Object.assign(book.rows.Positions![2]!, { G: 'R' }));
  const register = await at().checkedOf(clerk, bytes);
  expect(register.counts).toMatchObject({ error: 0, warning: 1 });
  const without = await at().step('approve', register, operator);
  expect([without.status, without.body.errors]).toEqual([
    400,
    { acceptedReason: ['must say why the warnings are accepted'] },
  ]);
  const approved = await at().step('approve', register, operator, {
    acceptedReason: 'Legend follows by mail',
  });
  await at().done('post', approved.body, clerk);
  expect(await rowsOf('select accepted from conversion where customer_issuer_id = 2012')).toEqual([
    { accepted: 'Legend follows by mail' },
  ]);
});

test('a file that was changed or lost after its approval is not posted', { tags: ['long'] }, async () => {
  const bytes = await exampleOf('2013');
  const other = await exampleOf('2014');
  const register = await at().checkedOf(clerk, bytes);
  const approved = (await at().step('approve', register, operator)).body;
  const path = join(folder(), `${register.registerFileId}`);
  const changed = Buffer.from(bytes);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  for (const [content, problem] of [
    [changed, /^The stored file is not the one that was uploaded: its digest differs\./],
    [other.subarray(0, 100), /^The file is no longer stored as it was uploaded\./],
  ] as const) {
    writeFileSync(path, content);
    const before = await at().settled(register.registerFileId);
    const after = await at().done('post', before, operator);
    expect(after).toMatchObject({ state: 'Approved', problem: expect.stringMatching(problem) });
  }
  rmSync(path);
  const last = await at().done('post', await at().settled(approved.registerFileId), operator);
  expect(last.history.at(-1)).toMatchObject({ kind: 'PostFailed', byEmail: '' });
  expect([...(await issuers('2013')), ...(await issuers('2014'))]).toEqual([]);
});

test('an approval is void when the check before posting finds something else', {
  tags: ['long'],
}, async () => {
  const register = await at().checkedOf(clerk, await exampleOf('2015'));
  const approved = (await at().step('approve', register, operator)).body;
  // The same issuer comes in by another file meanwhile.
  const rival = await at().checkedOf(clerk, await exampleOf('2015'));
  await at().done('post', (await at().step('approve', rival, operator)).body, operator);
  const after = await at().done('post', approved, operator);
  expect(after).toMatchObject({
    ...{ state: 'Checked', approvedBy: null },
    problem: 'The check before posting gave another result. The approval is void.',
  });
  expect(after.counts.error).toBeGreaterThan(0);
  expect(await issuers('2015')).toHaveLength(1);
});

test('a register is not taken back after later work', { tags: ['long'] }, async () => {
  const register = await at().checkedOf(clerk, await exampleOf('2016'));
  const posted = await at().done('post', (await at().step('approve', register, operator)).body, operator);
  const report = {
    ...{ actor: operator, customerIssuerId: 2016, kind: 'Aged differences', periodEnd: '2026-10-31' },
    ...{ sentOn: '2026-11-16', sentTo: 'Secretary', fileName: 'aged.pdf', sha256: 'ab'.repeat(32) },
  };
  const { path } = endpointOf('RecordSentReport');
  expect((await registry().call(path, { body: report })).status).toBe(200);
  const kept = await at().done('undo', posted, operator, { reason: 'Wrong file' });
  expect(kept).toMatchObject({
    state: 'Posted',
    problem: 'Kestrel Ridge Inc. has later records: Reports sent. It stays as it is.',
  });
  await registry().database.pool.query('update issuer set version = version + 1 where customer_id = 2016');
  const after = await at().done('undo', kept, operator, { reason: 'Wrong file' });
  expect(after).toMatchObject({
    state: 'Posted',
    problem: 'Kestrel Ridge Inc. was changed after it was brought in. Later entries can only be reversed.',
  });
  expect(await issuers('2016')).toHaveLength(1);
});

test('without approval one user does all of it', { tags: ['long'] }, async () => {
  // Registries over the same books share their files.
  const { dataDir } = registry();
  const alone = await registry().another({ dataDir, work: { approval: 'none', cutoff: '16:00' } });
  try {
    const token = await registry().tokenFor('demo-agent');
    const call = async (path: string, { body, headers = {} }: { body?: unknown; headers?: object } = {}) => {
      const response = await fetch(`http://127.0.0.1:${alone.port}/sandbox${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body: body === undefined ? null : Buffer.isBuffer(body) ? (body as never) : JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
    };
    const { registersAt } = await import('./registers.ts');
    const own = registersAt(call as never);
    const register = await own.checkedOf(clerk, await exampleOf('2017'));
    expect(register.isApprovalRequired).toBe(false);
    const approved = await own.step('approve', register, clerk);
    expect(approved.body).toMatchObject({ state: 'Approved', approvedBy: clerk.email });
    // Where approval is required, what one user approved alone is not posted.
    expect(sentence(await at().step('post', approved.body, clerk))).toMatch(
      /^409 Who uploaded the register approved it\./,
    );
    expect(await own.done('post', approved.body, clerk)).toMatchObject({ state: 'Posted' });
  } finally {
    await alone.close(1000);
  }
});

test('work of a registry that ended is taken up by the next one; after three times it is given up', {
  tags: ['long'],
}, async () => {
  const register = await at().checkedOf(clerk, await exampleOf('2018'));
  const approved = (await at().step('approve', register, operator)).body;
  const queue = (attempts: number) =>
    registry().database.pool.query(
      `update register_file set work = 'post', work_since = now(), attempts = $2 where id = $1`,
      [register.registerFileId, attempts],
    );
  const pickedUp = async () => {
    // Another registry of the same database and folder starts.
    const next = await registry().another({ dataDir: registry().dataDir });
    const after = await at().settled(approved.registerFileId);
    await next.close(1000);
    return after;
  };
  await queue(3);
  expect(await pickedUp()).toMatchObject({
    state: 'Approved',
    problem: 'It was interrupted 3 times. Try again.',
  });
  await queue(1);
  expect(await pickedUp()).toMatchObject({ state: 'Posted', problem: '' });
});

test('lists, and who may use them', async () => {
  const made = [];
  for (const _each of [1, 2, 3]) made.push((await at().create(clerk, 100)).body);
  const all = (await registry().call('/agent/v1/registers?numberOfRows=2')).body as Answer['body'];
  expect(all.totalRecords).toBeGreaterThan(2);
  const numbers = made.map(({ registerFileId }) => registerFileId);
  expect(all.files.map((one: Answer['body']) => one.registerFileId)).toEqual([numbers[2], numbers[1]]);
  for (const as of ['demo-readonly', 'demo-issuer'] as const)
    expect((await registry().call('/agent/v1/registers', { as })).status).toBe(403);
  expect((await at().read(999_999)).status).toBe(404);
  expect((await at().read(99_999_999_999)).status).toBe(404);
  for (const one of made) await at().step('discard', one, clerk, { reason: 'Test' });
});

test('only so many registers are open at once', async () => {
  const made: Answer['body'][] = [];
  let last: Answer | undefined;
  for (let count = 0; count < 21 && last?.status !== 409; count += 1) {
    last = await at().create(clerk, 100);
    if (last.status === 200) made.push(last.body);
  }
  expect(last && sentence(last)).toBe(
    '409 20 registers are neither posted nor discarded. Discard one first.',
  );
  for (const one of made)
    expect((await at().step('discard', one, clerk, { reason: 'Test' })).body.state).toBe('Discarded');
});

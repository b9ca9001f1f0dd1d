import { expect, test } from 'vitest';
import { type DrsPosition, drsPositions } from '#registry/operations/generate-drs-statement/positions';
import { labelLines } from '#registry/operations/generate-mailing-labels/report';
import { applied, bookLines } from '#registry/operations/parts/control-book/lines';
import type { SecurityClass } from '#registry/queries/classes';
import type { AgentAddress } from '#registry/queries/reports/agent-address';
import type { DrsRow } from '#registry/queries/reports/drs-rows';
import { brokerGuidance, type HeldShares, legendCells, sharesByLegend } from './broker-guidance.ts';
import { fromCents, toCents } from './cents.ts';
import { legendTexts } from './legends.ts';
import { maskedTaxId } from './statement-parts.ts';

test('tax IDs on statements show their last digits only', () => {
  expect([
    maskedTaxId('SSN', '900010001'),
    maskedTaxId('EIN', '001234567'),
    maskedTaxId('SIN', '046454286'),
  ]).toEqual(['***-**-0001', '**-***4567', '***-***-286']);
  expect([maskedTaxId('', ''), maskedTaxId('', '123456789')]).toEqual(['Not on file', '***6789']);
});

test('amounts convert to cents and back exactly', () => {
  expect(['4533750.72', '-3.5', '0', '12', '1.230000'].map(toCents)).toEqual([
    453375072n,
    -350n,
    0n,
    1200n,
    123n,
  ]);
  expect([453375072n, -350n, 0n, 7n].map(fromCents)).toEqual(['4533750.72', '-3.50', '0.00', '0.07']);
  expect(() => toCents('1.234')).toThrow(RangeError);
});

test('one legend per restriction, none without restrictions', () => {
  expect(legendTexts(['N', 'R', 'A', 'R']).map((text) => text.split(':')[0])).toEqual([
    'Affiliate/Control',
    'Rule 144',
  ]);
  expect(legendTexts(['N'])).toEqual([]);
});

test('a label is in capitals without punctuation, the country only abroad', () => {
  const address = {
    address1: "12 O'Neil St., #4",
    address2: '',
    city: 'St. Paul',
    state: 'MN',
    postal_code: '55101-1234',
    country2_code: 'US',
    country: 'United States',
    email: '',
    phone: '',
    secondary_phone: '',
  };
  const row = {
    name: 'Jo-Ann (Sample) &',
    name2: '',
    name3: '',
    address,
  };
  expect(labelLines(row)).toMatchObject({
    name: 'JO-ANN SAMPLE &',
    address1: "12 O'NEIL ST #4",
    city: 'ST PAUL MN 55101-1234',
    country: '',
  });
  expect(
    labelLines({ ...row, address: { ...address, country2_code: 'DE', country: 'Germany' } }).country,
  ).toBe('GERMANY');
});

function row(change: Partial<DrsRow>): DrsRow {
  return {
    holder_id: 1n,
    class_id: 1n,
    form: 'BookEntry',
    prefix: 'BE',
    number: 1n,
    shares: 100n,
    restriction: 'N',
    issued_on: '2025-03-01',
    canceled_on: '9999-12-31',
    issued_txn: 1n,
    issued_kind: 'N',
    issued_sub_kind: '',
    canceled_txn: null,
    canceled_kind: null,
    canceled_sub_kind: null,
    ...change,
  } as DrsRow;
}

async function positions(rows: DrsRow[]): Promise<DrsPosition[]> {
  const source = (async function* () {
    yield* rows;
  })();
  return Array.fromAsync(drsPositions(source, '2026-01-01', '2026-06-30'));
}

test('a DRS statement opens with last year’s balance and closes at opening plus movements', async () => {
  const sold = { canceled_on: '2026-02-03', canceled_txn: 9n, canceled_kind: 'T', canceled_sub_kind: 'Sale' };
  const [only, ...others] = await positions([
    row({ ...sold, shares: 100n }),
    row({
      number: 2n,
      shares: 60n,
      issued_on: '2026-02-03',
      issued_txn: 9n,
      issued_kind: 'T',
      issued_sub_kind: 'Sale',
    }),
    row({
      number: 3n,
      shares: 5n,
      issued_on: '2026-03-31',
      issued_txn: 11n,
      issued_sub_kind: 'Reinvestment plan',
    }),
    row({ number: 4n, shares: 40n, form: 'Certificate' }),
  ]);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ opening: 100n, closing: 65n, plan: 5n, certificated: 40n });
  expect(only?.movements.map(({ change, balance }) => [change, balance])).toEqual([
    [-100n, 0n],
    [60n, 60n],
    [5n, 65n],
  ]);
});

const common = { name: 'Common Stock', cusip: '51700B104', isDollar: false } as SecurityClass;
const agent = { name: 'Agent', participant_number: '7801' } as AgentAddress;
const held = (shares: bigint, change: Partial<HeldShares> = {}): HeldShares => ({
  form: 'BookEntry',
  restriction: 'N',
  shares,
  isStopped: false,
  ...change,
});

test('shares per legend: those without one first, by form, equal to the whole', () => {
  const all = [
    held(10n, { restriction: 'R', form: 'Certificate' }),
    held(100n),
    held(7n, { restriction: 'A' }),
    held(3n, { restriction: 'R' }),
    held(5n, { form: 'Certificate', isStopped: true }),
  ];
  expect(sharesByLegend(all).map((sum) => legendCells(sum, common))).toEqual([
    ['Common Stock', 'None', 100n, 5n, 105n],
    ['Common Stock', 'Affiliate/Control', 7n, 0n, 7n],
    ['Common Stock', 'Rule 144', 3n, 10n, 13n],
  ]);
});

test('only book-entry shares without legend and stop can be moved to a broker', () => {
  const lines = (all: HeldShares[], isEligible = true) =>
    brokerGuidance(all, common, isEligible, 'H-1', agent).map((line) => line.split('. ')[0]);
  expect(lines([held(1_200n)])).toEqual([
    'Common Stock: 1,200 free book-entry shares can be moved to a broker',
  ]);
  expect(brokerGuidance([held(1n)], common, true, 'H-1', agent).join()).toContain(
    'agent participant number 7801, account H-1, CUSIP 51700B104',
  );
  const restricted = lines([held(300n, { restriction: 'R' }), held(50n, { isStopped: true })]);
  expect(restricted).toEqual([
    'Common Stock: no shares can be moved to a broker now.',
    'Common Stock: 300 shares with a legend cannot be moved to a broker until the legend is removed, which the issuer has to agree to.',
    'Common Stock: 50 shares under a stop cannot be moved until the stop is released.',
  ]);
  expect(restricted.join()).not.toContain('7801');
  expect(lines([held(20n), held(40n, { form: 'Certificate' })])[1]).toBe(
    'Common Stock: 40 certificated shares can be moved after the certificates have been returned to the transfer agent and are held in book entry.',
  );
  expect(lines([held(20n)], false)).toEqual([
    'Common Stock is not in the depository; its shares move by written instruction to the transfer agent only.',
  ]);
  expect(lines([])).toEqual([]);
});

test('one statement per holder and class; none for certificated shares only', async () => {
  const found = await positions([
    row({}),
    row({ class_id: 2n }),
    row({ holder_id: 2n, form: 'Certificate' }),
    row({ holder_id: 3n }),
  ]);
  expect(found.map(({ holder, classId }) => [holder.holder_id, classId])).toEqual([
    [1n, 1n],
    [1n, 2n],
    [3n, 1n],
  ]);
});

test("a month's transfers follow its entries and change no balance", () => {
  const entry = (day: string, issued: bigint) =>
    ({
      effective_on: day,
      authorized_delta: 0n,
      issued_delta: issued,
      treasury_delta: 0n,
      reserved_delta: 0n,
    }) as never;
  const month = (name: string) => ({ class_id: 1n, month: name, items: 2n, debited: 9n, credited: 9n });
  const lines = bookLines(
    [entry('2026-01-31', 5n), entry('2026-02-02', 7n)],
    [month('2026-01'), month('2026-02')],
    '2026-02-10',
  );
  expect(lines.map((line) => [line.day, 'entry' in line])).toEqual([
    ['2026-01-31', true],
    ['2026-01-31', false],
    ['2026-02-02', true],
    ['2026-02-10', false],
  ]);
  const start = { authorized: 0n, issued: 1n, treasury: 0n, reserved: 0n };
  expect(lines.reduce(applied, start).issued).toBe(13n);
});

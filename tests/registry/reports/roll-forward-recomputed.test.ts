import { expect, test } from 'vitest';
import { sampled } from '#tests/lane';
import { registryOfFile } from '../boot.ts';
import { reportReader } from './report-reader.ts';

// Two years of every issuer recomputed from the journal, ownership and balance of the interface alone. Nothing of the
// product's models is used here, so that a rule that is wrong in them does not agree with itself.

const registry = registryOfFile();
const read = reportReader(registry);
const opening = '2024-11-20';
const period = { startDate: '2024-11-21', endDate: '2026-11-20' };
const issuers = [1008, 1001, 1002, 1003, 1004, 1005, 1006, 1007];

type Row = Record<string, string>;
type Line = {
  shareholderName: string;
  shareholderCustomerId: string;
  securityType: string;
  shares: number;
};
type Entry = {
  typeCode: string;
  issuerName: string;
  effectiveDate: string;
  canceledCertificates: Line[];
  issuedCertificates: Line[];
};

async function journalOf(customerIssuerId: number): Promise<Entry[]> {
  const { body } = await registry().call('/api/v1/Report/GenerateTransactionList', {
    body: {
      customerIssuerId,
      ...period,
      filterDateBy: 'EffectiveDate',
      transactionTypeCode: null,
      returnJSON: true,
    },
  });
  return (body as { transactions: Entry[] }).transactions;
}

/** Shares by account and class, and issued and outstanding shares by class, at the close of a day. */
async function booksAt(issuer: number, day: string) {
  const owned = await registry().call(
    `/api/v1/Report/GetOwnershipPercentage?customerIssuerId=${issuer}&cutoff=${day}`,
  );
  const held = new Map<string, bigint>();
  for (const account of (owned.body as { accounts: Record<string, unknown>[] }).accounts)
    for (const part of account.securities as { securityType: string; totalShares: number }[])
      held.set(`${account.customerShareholderId}|${part.securityType}`, BigInt(part.totalShares));
  const { body } = await registry().call(
    `/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=${issuer}&CutoffDate=${day}`,
  );
  const totals = new Map(
    (body as { className: string; totalIssuedShares: number; totalOutstandingShares: number }[]).map(
      (one) => [
        one.className,
        { issued: BigInt(one.totalIssuedShares), outstanding: BigInt(one.totalOutstandingShares) },
      ],
    ),
  );
  return { held, totals };
}

const add = (to: Map<string, bigint>, key: string, shares: bigint) =>
  to.set(key, (to.get(key) ?? 0n) + shares);

/** Net shares of one transaction, by account and class; `treasury` by class. */
function netsOf(entry: Entry) {
  const accounts = new Map<string, bigint>();
  const treasury = new Map<string, bigint>();
  const count = (lines: readonly Line[], sign: bigint) => {
    for (const line of lines) {
      const shares = sign * BigInt(line.shares);
      const isTreasury =
        line.shareholderName.toLowerCase().startsWith(entry.issuerName.toLowerCase()) &&
        / treasury/i.test(line.shareholderName);
      if (isTreasury) add(treasury, line.securityType, shares);
      else add(accounts, `${line.shareholderCustomerId}|${line.securityType}`, shares);
    }
  };
  count(entry.issuedCertificates, 1n);
  count(entry.canceledCertificates, -1n);
  return { accounts, treasury };
}

/** The column of an account, by the letter of the transaction and the sign of its net. */
const accountColumns: Record<string, readonly [gained: string, lost: string]> = {
  N: ['Issued', 'Issued'],
  T: ['Received', 'Surrendered'],
  C: ['Issued', 'Surrendered'],
  R: ['Retired', 'Retired'],
  F: ['Adjusted', 'Adjusted'],
  D: ['Adjusted', 'Adjusted'],
  V: ['Adjusted', 'Adjusted'],
};
const titles = ['Issued', 'Received', 'Surrendered', 'Retired', 'Adjusted'];

function columnOf(letter: string, net: bigint): string {
  const columns = accountColumns[letter];
  if (!columns) throw new Error(`The journal has a transaction of type ${letter}.`);
  return net < 0n ? columns[1] : columns[0];
}

test.each(sampled(issuers, 8))(
  '%i: two years from the journal are those of the file, without residual',
  { tags: ['scaled'] },
  async (issuer) => {
    const [journal, first, last] = await Promise.all([
      journalOf(issuer),
      booksAt(issuer, opening),
      booksAt(issuer, period.endDate),
    ]);
    const moved = new Map<string, Map<string, bigint>>();
    const computed = new Map(first.held);
    const outstanding = new Map([...first.totals].map(([name, one]) => [name, one.outstanding]));
    const treasury = new Map([...first.totals].map(([name, one]) => [name, one.issued - one.outstanding]));
    for (const entry of journal) {
      expect([entry.effectiveDate > opening, entry.effectiveDate <= period.endDate]).toEqual([true, true]);
      const nets = netsOf(entry);
      for (const [key, net] of nets.accounts) {
        const own = moved.get(key) ?? new Map<string, bigint>();
        moved.set(key, own);
        add(own, columnOf(entry.typeCode, net), net);
        add(computed, key, net);
        add(outstanding, key.slice(key.indexOf('|') + 1), net);
      }
      for (const [name, net] of nets.treasury) add(treasury, name, net);
    }
    // What was held and what moved gives what is held, account by account and class by class.
    const without0 = (shares: Map<string, bigint>) =>
      [...shares].filter(([, count]) => count !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
    expect(without0(computed)).toEqual(without0(last.held));
    const closing = (of: (one: { issued: bigint; outstanding: bigint }) => bigint) =>
      without0(new Map([...last.totals].map(([name, one]) => [name, of(one)])));
    expect(without0(outstanding)).toEqual(closing((one) => one.outstanding));
    expect(without0(treasury)).toEqual(closing((one) => one.issued - one.outstanding));

    const book = await read.book('GenerateRollForward', {
      customerIssuerId: issuer,
      ...period,
      actor: { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' },
    });
    const rows = (sheet: string) => book.sheet(sheet).rows.filter((row: Row) => row.Class);
    const line = (...figures: (string | bigint | undefined)[]) => figures.map(String).join(' ');
    const listed = rows('Holders').map((row) =>
      line(
        `${row.Account}|${row.Class}`,
        ...['Opening', ...titles, 'Closing computed', 'Closing read', 'Residual'].map((title) => row[title]),
      ),
    );
    const keys = new Set([...first.held.keys(), ...last.held.keys(), ...moved.keys()]);
    const expected = [...keys].map((key) =>
      line(
        key,
        first.held.get(key) ?? 0n,
        ...titles.map((title) => moved.get(key)?.get(title) ?? 0n),
        computed.get(key) ?? 0n,
        last.held.get(key) ?? 0n,
        0n,
      ),
    );
    expect(listed.sort()).toEqual(expected.sort());
    for (const [name, end] of last.totals) {
      const begin = first.totals.get(name) ?? { issued: 0n, outstanding: 0n };
      const blocks = {
        Outstanding: [begin.outstanding, end.outstanding],
        Issued: [begin.issued, end.issued],
        Treasury: [begin.issued - begin.outstanding, end.issued - end.outstanding],
      };
      for (const [block, [from, to]] of Object.entries(blocks)) {
        const row = rows('Classes').find((one: Row) => one.Class === name && one.Shares === block);
        expect([
          name,
          block,
          ...['Opening', 'Closing computed', 'Closing read', 'Residual'].map((title) => row?.[title]),
        ]).toEqual([name, block, `${from}`, `${to}`, `${to}`, '0']);
      }
    }
  },
);

type ControlEntry = {
  transactionId: number | null;
  security: string;
  effectiveDate: string;
  recordedAt: string;
  subKind: string;
  reservedDelta: number;
  authorizedDelta: number;
  authority: string;
};

async function controlBookOf(customerIssuerId: number): Promise<ControlEntry[]> {
  const days = `startDate=${period.startDate}&endDate=${period.endDate}`;
  const { body } = await registry().call(
    `/agent/v1/control-book?customerIssuerId=${customerIssuerId}&${days}&start=0&numberOfRows=1000`,
  );
  const { entries, totalRecords } = body as { entries: ControlEntry[]; totalRecords: number };
  expect(entries).toHaveLength(totalRecords);
  return entries;
}

/** The day in the registry's zone, as a workbook counts days. */
function dayNumber(at: string): string {
  const day = at.includes('T')
    ? new Date(at).toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
    : at;
  return `${Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569}`;
}

/** The column of a change of a reserve or of authorized shares, by the type of its entry and its sign. */
function controlColumnOf(type: string, delta: bigint): string {
  if (/^(Forward split|Reverse split|Stock dividend)/i.test(type)) return 'Adjusted';
  if (/^(New issuance|Conversion)/i.test(type)) return 'Drawn';
  return delta < 0n ? 'Lowered' : 'Raised';
}

test.each(sampled(issuers, 8))(
  '%i: the listed entries are those of the control book, and add up to what moved reserved and authorized shares',
  { tags: ['scaled'] },
  async (issuer) => {
    const controlBook = await controlBookOf(issuer);
    const book = await read.book('GenerateRollForward', {
      customerIssuerId: issuer,
      ...period,
      actor: { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' },
    });
    const listed = book.sheet('Control book entries').rows.filter((row: Row) => row.Class);
    expect(
      listed.map((row) => [
        ...[
          'Trans. no.',
          'Effective',
          'Processed',
          'Late',
          'Class',
          'Reserved',
          'Authorized',
          'Authority',
        ].map((title) => row[title]),
      ]),
    ).toEqual(
      controlBook
        .filter((one) => one.reservedDelta !== 0 || one.authorizedDelta !== 0)
        .map((one) => {
          const processed = dayNumber(one.recordedAt);
          return [
            `${one.transactionId ?? ''}`,
            dayNumber(one.effectiveDate),
            processed,
            processed > dayNumber(period.endDate) ? '1' : '0',
            one.security,
            `${one.reservedDelta}`,
            `${one.authorizedDelta}`,
            one.authority,
          ];
        }),
    );
    for (const row of book.sheet('Reserved and authorized').rows) {
      const block = row.Shares ?? '';
      const moved = new Map<string, bigint>();
      for (const one of listed.filter(({ Class }) => Class === row.Class)) {
        const delta = BigInt(one[block] ?? 0);
        add(moved, controlColumnOf(one.Type ?? '', delta), delta);
      }
      const columns = ['Raised', 'Drawn', 'Lowered', 'Adjusted'];
      expect([row.Class, block, ...columns.map((title) => row[title])]).toEqual([
        row.Class,
        block,
        ...columns.map((title) => `${moved.get(title) ?? 0n}`),
      ]);
    }
  },
);

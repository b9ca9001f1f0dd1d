// Tests of journals, control book and reports about one event.

import { expect, test } from 'vitest';
import { addDays } from '#lib/format/dates';
import { sampled } from '#tests/lane';
import type { Registry } from '../boot.ts';
import { reportReader, total } from './report-reader.ts';

const whole = { startDate: '2024-01-01', endDate: '2026-11-20', filterDateBy: 'EffectiveDate' };

/** Journals, control book, and the files about one event. */
export function reportJournals(registry: () => Registry): void {
  const { book, text } = reportReader(registry);

  test.each(sampled([1001, 1002, 1005], 3))(
    '%i: register and list equal the JSON, and their totals are in proof',
    { tags: ['scaled'] },
    async (id) => {
      const json = (
        await registry().call('/api/v1/Report/GenerateTransactionList', {
          body: { customerIssuerId: id, ...whole, returnJSON: true },
        })
      ).body as Journal;
      const body = { customerIssuerId: id, ...whole, transactionTypeCode: null };
      const register = await book('GenerateTransactions', body);
      const list = await book('GenerateTransactionList', body);
      const numbers = json.transactions.map((each) => String(each.TransactionNumber));
      expect(register.sheet('Transactions').rows.map((row) => row['Trans. no.'])).toEqual(numbers);
      expect(list.sheet('Transactions').rows.map((row) => row['Trans. no.'])).toEqual(numbers);
      const lines = list.sheet('Certificates').rows;
      for (const [side, name] of [
        ['Canceled', 'canceledCertificates'],
        ['Issued', 'issuedCertificates'],
      ] as const) {
        const ofSide = lines.filter((row) => row.Side === side);
        const expected = json.transactions.flatMap((each) => each[name]);
        expect([side, ofSide.length, total(ofSide, 'Shares')]).toEqual([
          side,
          expected.length,
          expected.reduce((sum, each) => sum + each.shares, 0),
        ]);
        for (const [className, certificates] of Map.groupBy(expected, (each) => each.securityType)) {
          const sum = certificates.reduce((all, each) => all + each.shares, 0);
          const label = `${className}: ${side.toLowerCase()}`;
          expect([label, Number(register.fact(label)), Number(list.fact(label))]).toEqual([label, sum, sum]);
        }
      }
      const proof = 'Difference of opening plus net to closing, and within transfers: 0';
      expect(list.labels()).toContain(proof);
      expect(register.labels()).toContain(proof);
      expect(Number(register.fact('Transactions'))).toBe(json.totalTransactionRecords);
    },
  );

  test('one type only: its letter filters the register', async () => {
    const body = { customerIssuerId: 1001, ...whole, transactionTypeCode: 'N' };
    const { rows } = (await book('GenerateTransactions', body)).sheet('Transactions');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => !row.Type?.startsWith('New issuance'))).toEqual([]);
    expect(rows.filter((row) => Number(row.Canceled) !== 0)).toEqual([]);
  });

  test.each(sampled([1001, 1003, 1005, 1006], 4))(
    '%i: the control book closes at the balance, for one period or two',
    { tags: ['scaled'] },
    async (id) => {
      const cut = '2025-06-30';
      const [one, first, second] = await Promise.all([
        controlBook(id, '2024-01-01', '2026-11-20'),
        controlBook(id, '2024-01-01', cut),
        controlBook(id, addDays(cut, 1), '2026-11-20'),
      ]);
      const path = `/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=${id}&CutoffDate=2026-11-20`;
      const balances = (await registry().call(path)).body as Record<string, string | number>[];
      expect(balances.length).toBeGreaterThan(0);
      for (const { className, totalIssuedShares, totalOutstandingShares } of balances) {
        for (const end of [one, second]) {
          expect([
            className,
            end.fact(`${className}: issued`),
            end.fact(`${className}: outstanding`),
          ]).toEqual([className, String(totalIssuedShares), String(totalOutstandingShares)]);
        }
        const net = (part: typeof one) =>
          total(
            part.sheet('Control book').rows.filter((row) => row.Class?.startsWith(`${className}`)),
            'Net',
          );
        expect([className, net(first) + net(second)]).toEqual([className, net(one)]);
        expect(Number(first.fact(`${className}: issued`)) + net(second)).toBe(Number(totalIssuedShares));
      }
    },
  );

  test('splits show their ratio, and every change of issued shares its authority', async () => {
    const split = (await controlBook(1001, '2023-06-01', '2023-06-30')).sheet('Control book').rows;
    expect(split.map((row) => row.Type)).toContain('Forward split, 3 for 2');
    const reverse = (await controlBook(1005, '2025-03-01', '2025-03-31')).sheet('Control book').rows;
    expect(reverse.find((row) => row.Type?.startsWith('Reverse split'))?.Type).toBe(
      'Reverse split, 1 for 25',
    );
    const changes = [...split, ...reverse].filter((row) => row.Net && row.Net !== '0');
    expect(changes.filter((row) => !row.Authority || row.Authority.startsWith('NO '))).toEqual([]);
  });

  test('1005 is out of proof by its aged difference, and nothing else is', async () => {
    const then = await controlBook(1005, '2025-01-01', '2025-12-31');
    expect(then.labels().find((label) => label.startsWith('Out of proof'))).toMatch(
      /^Out of proof on Dec 31, 2025 by 200 shares of Common Stock: .+, 47 days, aged\.$/,
    );
    expect(then.fact('Result')).toBe('OUT OF PROOF');
    const [row] = then.sheet('Record differences').rows;
    expect([row?.Opened, row?.['Days open'], row?.['Aged, over 30 days'], row?.Shares]).toEqual([
      expect.anything(),
      '47',
      '1',
      '200',
    ]);
    const now = await controlBook(1005, '2026-01-01', '2026-11-20');
    expect(now.sheet('Record differences').rows.map((each) => [each.Shares, each['Days open']])).toEqual([
      ['40', '21'],
    ]);
    for (const id of [1001, 1002, 1003, 1004, 1006, 1008, 1009]) {
      const labels = (await controlBook(id, '2026-01-01', '2026-11-20')).labels();
      expect([
        id,
        labels.some((label) => label.startsWith('In proof on Nov 20, 2026')),
        labels.some((label) => label.startsWith('Out of')),
      ]).toEqual([id, true, false]);
    }
    const words = await text('GenerateControlBook', {
      customerIssuerId: 1005,
      startDate: '2025-12-01',
      endDate: '2025-12-31',
    });
    expect(words).toContain('OUT OF PROOF');
  });

  test.each(sampled([1001, 1004, 1006], 3))(
    '%i: dividend details pay the amounts in the list',
    { tags: ['scaled'] },
    async (id) => {
      const dividends = (await registry().call(`/api/v1/Dividend/GetList?customerIssuerId=${id}`))
        .body as Dividend[];
      const paid = dividends.filter((each) => each.distributionAmount > 0).slice(0, 3);
      expect(paid.length).toBeGreaterThan(0);
      for (const { dividendId, oustandingShares, distributionAmount, type } of paid) {
        const details = await book('GenerateDividendDetails', { dividendId });
        const rows = details.sheet('Payments').rows.filter((row) => row.Account !== 'Total');
        expect([dividendId, total(rows, 'Shares at record')]).toEqual([dividendId, oustandingShares]);
        const paidOut = total(rows, type === 'Stock' ? 'New shares' : 'Gross');
        expect([dividendId, Math.round(paidOut * 100)]).toEqual([
          dividendId,
          Math.round(distributionAmount * 100),
        ]);
        if (type !== 'Stock') {
          const parts = total(rows, 'Net') + total(rows, 'Withheld');
          expect([dividendId, Math.round(parts * 100)]).toEqual([
            dividendId,
            Math.round(distributionAmount * 100),
          ]);
        }
        expect(details.labels().some((label) => label.endsWith('net and withholding: 0'))).toBe(true);
      }
    },
  );

  test('a dividend with a future record date has terms and no list', async () => {
    const details = await book('GenerateDividendDetails', { dividendId: 100000017 });
    expect(details.fact('Status')).toBe('Declared');
    expect(details.fact('Outstanding at record date')).toBe('Not known before the record date');
    expect(details.fact('Distribution')).toBe('Not known before the record date');
    expect(details.labels()).not.toContain('Gross');
    expect(Object.values(details.sheet('Payments').rows[0] ?? {})).toContain('No records for the selection');
  });

  test.each(sampled([1001, 1002, 1005, 1008], 4))(
    '%i: every proposal is proved to the shares present',
    { tags: ['scaled'] },
    async (id) => {
      const proxies = (await registry().call(`/api/v1/Proxy/GetList?customerIssuerId=${id}`)).body as Proxy[];
      expect(proxies.length).toBeGreaterThan(0);
      for (const { proxyId, totalShares, totalVotedShares, status } of proxies) {
        const body = { customerProxyId: proxyId, controlProxyId: proxyId, includeNotVotedShares: true };
        const details = await book('GenerateProxyDetails', body);
        expect([
          proxyId,
          Number(details.fact('Entitled shares')),
          Number(details.fact('Voted shares (present)')),
        ]).toEqual([proxyId, totalShares, totalVotedShares]);
        const proposals = details.sheet('Proposals').rows.filter((row) => row.Proposal);
        for (const row of proposals) {
          expect([proxyId, Number(row.Present)]).toEqual([proxyId, totalVotedShares]);
          expect(Boolean(row.Result)).toBe(status === 'Closed');
        }
        const holders = details
          .sheet('Holders')
          .rows.filter((row) => row.Registration && row.Account !== 'Total');
        expect([proxyId, total(holders, 'Voted')]).toEqual([proxyId, totalVotedShares]);
        if (totalVotedShares > 0)
          expect([proxyId, total(holders, 'Entitled')]).toEqual([proxyId, totalShares]);
        // Includes the shares a nominee has not voted yet.
        const listed = holders.length > 0;
        const open = listed ? totalShares - totalVotedShares : 0;
        expect([proxyId, total(holders, 'Not voted')]).toEqual([proxyId, open]);
        const proof = listed ? 'entitled: 0' : 'present: 0';
        expect(details.labels().some((label) => label.endsWith(proof))).toBe(true);
        const without = await book('GenerateProxyDetails', { ...body, includeNotVotedShares: false });
        const voters = without
          .sheet('Holders')
          .rows.filter((row) => row.Registration && row.Account !== 'Total');
        expect([proxyId, voters.length]).toEqual([
          proxyId,
          holders.filter((row) => row.Vote === 'Voted').length,
        ]);
      }
    },
  );

  test('rejections: both lists add up to the master list, other rejections are in none', async () => {
    const body = {
      customerIssuerId: 1005,
      startDate: '2020-01-01',
      endDate: '2026-11-20',
      includeInvoiceNumber: false,
    };
    const [master, depository, medallion] = await Promise.all(
      [null, 'DTCRejection', 'MedallionRejection'].map(async (type) =>
        (await book('GenerateRejectionList', { ...body, type })).sheet('Rejections'),
      ),
    );
    expect(master?.rows.length).toBe(69);
    expect([...(depository?.rows ?? []), ...(medallion?.rows ?? [])]).toEqual(master?.rows);
    expect(master?.titles).not.toContain('Invoice');
    expect(depository?.rows.filter((row) => !row['Reason code']?.startsWith('D'))).toEqual([]);
    expect(medallion?.rows.filter((row) => !row['Reason code']?.startsWith('M'))).toEqual([]);
  });

  function controlBook(customerIssuerId: number, startDate: string, endDate: string) {
    return book('GenerateControlBook', { customerIssuerId, startDate, endDate });
  }
}

type Journal = {
  totalTransactionRecords: number;
  transactions: {
    TransactionNumber: number;
    canceledCertificates: { shares: number; securityType: string }[];
    issuedCertificates: { shares: number; securityType: string }[];
  }[];
};
type Dividend = { dividendId: number; oustandingShares: number; distributionAmount: number; type: string };
type Proxy = { proxyId: number; totalShares: number; totalVotedShares: number; status: string };

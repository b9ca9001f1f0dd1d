// Tests that reads agree with the balance and with each other.

import { expect, test } from 'vitest';
import { endpointOf } from '#lib/contract/index';
import type { Registry } from '../boot.ts';
import { search } from '../shapes.ts';

type Balance = {
  className: string;
  securityID: number;
  totalOutstandingShares: number;
  totalReserveShares: number;
  totalShareholder: number;
};
type Certificate = {
  controlCertificateId: number;
  security: string;
  canceled: string;
  stop: string;
  shares: number;
};
type Status = {
  totalRecords: number;
  transactions: {
    transactionId: number;
    controlTransactionId: number;
    effectiveDate: string;
    receivedDate: string;
    completedDate: string;
    status: string;
    type: string;
  }[];
};
type Dividend = {
  type: string;
  security: string;
  payable: string;
  recordDate: string;
  oustandingShares: number;
  distributionAmount: number;
  distributionAmountFormat: string;
  cashPerShare: number | null;
  cashPerShareFormat: string;
};

const issuers = [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009];
const today = '2026-11-20';
const statusList = {
  filterTransactionType: 'All',
  transactionStatus: 'All',
  orderBy: 'Ascending',
  sortBy: 'TransactionId',
  start: 0,
  numberOfRows: 1000,
};

/** The remaining reads agree with the balance and with each other. */
export function readSums(registry: () => Registry): void {
  test.each(issuers)(
    'certificates and diluted shares of %i add up to its balance',
    async (customerIssuerId) => {
      const outstanding = await certificates(customerIssuerId, 'Outstanding');
      const balances = await balanceAt(customerIssuerId, today);
      for (const balance of balances) {
        const held = outstanding.filter(({ security }) => security === balance.className);
        expect([balance.className, sum(held)]).toEqual([balance.className, balance.totalOutstandingShares]);
      }
      for (const cutoff of [today, '2025-12-31', '2025-03-16', '2023-06-14', '1999-12-31']) {
        const { securites } = await read<{ securites: Diluted[] }>('GetDilutedPercentage', {
          customerIssuerId,
          cutoff,
          isPDF: false,
        });
        const then = cutoff === today ? balances : await balanceAt(customerIssuerId, cutoff);
        expect(securites.map(({ security }) => security)).toEqual(then.map(({ className }) => className));
        for (const [index, { totalShares, shareholders }] of securites.entries()) {
          const balance = then[index] as Balance;
          const held = shareholders.filter(({ isReserved }) => !isReserved);
          const reserved = shareholders.filter(({ isReserved }) => isReserved);
          expect([cutoff, sum(held), held.length, sum(reserved), totalShares]).toEqual([
            cutoff,
            balance.totalOutstandingShares,
            balance.totalShareholder,
            balance.totalReserveShares,
            balance.totalOutstandingShares + balance.totalReserveShares,
          ]);
          expect(reserved.every(({ name, shares }) => name.startsWith('RESERVE – ') && shares > 0)).toBe(
            true,
          );
          const keys = shareholders.map((one) => one.systemShareholderId);
          expect(new Set(keys).size).toBe(keys.length);
        }
      }
    },
  );

  test.each([1003, 1006])(
    'holdings of each account of %i add up to the balance',
    async (customerIssuerId) => {
      const { shareholders } = await read<{ shareholders: { customerShareholderId: string }[] }>(
        'GetShareholderDetailsList',
        { customerIssuerId },
      );
      const totals = new Map<number, { shares: number; certificates: number; holders: number }>();
      for (const { customerShareholderId } of shareholders) {
        const holdings = await read<Holding[]>('GetHoldingSummary', {
          customerIssuerId,
          customerShareholderId,
        });
        const own = await certificates(customerIssuerId, 'Outstanding', customerShareholderId);
        expect(own.length).toBe(holdings.reduce((count, one) => count + one.numberOfCertificates, 0));
        for (const holding of holdings) {
          const ofClass = own.filter(({ security }) => security === holding.security);
          expect(sum(ofClass)).toBe(holding.shares);
          const known = totals.get(holding.securityTypeId) ?? { shares: 0, certificates: 0, holders: 0 };
          known.shares += holding.shares;
          known.certificates += holding.numberOfCertificates;
          known.holders += 1;
          totals.set(holding.securityTypeId, known);
        }
      }
      for (const balance of await balanceAt(customerIssuerId, today)) {
        const total = totals.get(balance.securityID);
        expect([total?.shares ?? 0, total?.holders ?? 0]).toEqual([
          balance.totalOutstandingShares,
          balance.totalShareholder,
        ]);
      }
    },
  );

  test('outstanding and canceled certificates add up to all', async () => {
    for (const id of [1005, 1008]) {
      const [all, outstanding, canceled] = await Promise.all([
        certificates(id, 'All'),
        certificates(id, 'Outstanding'),
        certificates(id, 'Canceled'),
      ]);
      expect(outstanding.length + canceled.length).toBe(all.length);
      expect(outstanding.every((one) => one.canceled === '')).toBe(true);
      expect(canceled.every((one) => /^\d{1,2}\/\d{1,2}\/\d{4}$/.test(one.canceled))).toBe(true);
      // Certificates canceled by a reverse split keep their stop until they are surrendered.
      const stopped = all.filter(({ stop }) => stop !== '');
      expect(stopped.length).toBeGreaterThan(0);
      expect(stopped.every(({ stop }) => /^STOP – [A-Z].+ \d{1,2}\/\d{1,2}\/\d{4}/.test(stop))).toBe(true);
    }
  });

  test('statuses, types and issuers each add up to all transactions', async () => {
    const count = async (input: object) =>
      (await read<Status>('GetTAStatusTransactions', { ...statusList, ...input, numberOfRows: 1 }))
        .totalRecords;
    const add = async (inputs: readonly object[]) =>
      (await Promise.all(inputs.map(count))).reduce((total, one) => total + one, 0);
    const all = await count({ customerIssuerId: '' });
    expect(await add(issuers.map((customerIssuerId) => ({ customerIssuerId })))).toBe(all);
    for (const customerIssuerId of [1001, 1005, '']) {
      const whole = await count({ customerIssuerId });
      const statuses = ['Pending', 'Rejected', 'Completed', 'Canceled'];
      expect(await add(statuses.map((transactionStatus) => ({ customerIssuerId, transactionStatus })))).toBe(
        whole,
      );
      const letters = [...'NTCRFVD'];
      expect(
        await add(letters.map((filterTransactionType) => ({ customerIssuerId, filterTransactionType }))),
      ).toBe(whole);
    }
  });

  test('pages of the work list join to the whole list, ascending and descending', async () => {
    const customerIssuerId = 1005;
    const page = (more: object) =>
      read<Status>('GetTAStatusTransactions', { ...statusList, customerIssuerId, ...more });
    for (const sortBy of 'TransactionId ReceivedDate CompletedDate EffectiveDate Type Status SortName Name Shares'.split(
      ' ',
    )) {
      const up: Status['transactions'] = [];
      const { totalRecords } = await page({ sortBy, numberOfRows: 1 });
      while (up.length < totalRecords) up.push(...(await page({ sortBy, start: up.length })).transactions);
      expect(new Set(up.map((one) => one.controlTransactionId)).size).toBe(totalRecords);
      const down = await page({ sortBy, orderBy: 'Descending', start: 0, numberOfRows: 200 });
      expect(down.transactions).toEqual(up.toReversed().slice(0, 200));
      const dates = up.map((one) => iso(one.effectiveDate)).filter(Boolean);
      if (sortBy === 'EffectiveDate') expect(dates).toEqual(dates.toSorted());
      const types = up.map((one) => one.type);
      if (sortBy === 'Type') expect(types).toEqual(types.toSorted());
      if (sortBy === 'Status')
        expect(up.map((one) => one.status)).toEqual(up.map((one) => one.status).toSorted());
      expect(new Set(types)).toContain('Reverse split');
      const beyond = await page({ sortBy, start: totalRecords });
      expect(beyond).toEqual({ totalRecords, transactions: [] });
      expect(up.every((one) => (one.completedDate !== '') === (one.status === 'Completed'))).toBe(true);
    }
  });

  test('meetings: votes within the limit; before voting opens, eligibility is by the record date', async () => {
    const proxies = await read<Proxy[]>('GetProxyList', { customerIssuerId: '' });
    expect(new Set(proxies.map(({ status }) => status))).toEqual(
      new Set(['Pending', 'Open', 'Closed', 'Canceled']),
    );
    for (const proxy of proxies) {
      expect(proxy.totalVotedShares).toBeLessThanOrEqual(proxy.totalShares);
      expect(proxy.quorum).toMatch(/^\d{1,3}\.\d{2}%$/);
      expect([proxy.title, proxy.mailingDate === '']).toEqual([
        proxy.title,
        /Pending|Canceled/.test(proxy.status),
      ]);
    }
    const canceled = proxies.find(({ status }) => status === 'Canceled') as Proxy;
    const [common] = await balanceAt(1001, iso(canceled.recordDate));
    expect(canceled.totalShares).toBe(common?.totalOutstandingShares);
    expect(proxies.find(({ status }) => status === 'Pending')?.totalShares).toBe(0);
  });

  test.each([1001, 1004, 1006, 1008])(
    'dividends of %i pay their rate on the shares at the record date',
    async (customerIssuerId) => {
      const dividends = await read<Dividend[]>('GetDividendList', { customerIssuerId });
      expect(dividends.length).toBeGreaterThan(0);
      for (const dividend of dividends) {
        const cents = dividend.distributionAmountFormat.replace(/[$,]/g, '');
        expect(Number(cents)).toBe(dividend.distributionAmount);
        if (dividend.type === 'Stock') {
          expect([dividend.cashPerShare, dividend.cashPerShareFormat]).toEqual([null, '']);
          expect(dividend.distributionAmountFormat).not.toContain('$');
          continue;
        }
        expect(dividend.cashPerShareFormat).toMatch(/^\$\d+\.\d{2,6}$/);
        const record = iso(dividend.recordDate);
        const then = record > today ? [] : await balanceAt(customerIssuerId, record);
        const holders = then.find(({ className }) => className === dividend.security)?.totalShareholder ?? 0;
        const exact = dividend.oustandingShares * (dividend.cashPerShare ?? 0);
        // Late postings may have changed the number of holders; rounding explains at most half a cent each.
        expect(Math.abs(dividend.distributionAmount - exact)).toBeLessThanOrEqual(
          0.005 * (holders + 20) + 1e-6,
        );
        if (record > today) expect([dividend.oustandingShares, dividend.distributionAmount]).toEqual([0, 0]);
      }
    },
  );

  test('TA-2 for 2025: the parts add up, and match ownership and dividends', async () => {
    const report = await read<Ta2>('GetTA2Report', {});
    expect([report.reportingYear, report.scope, report.isPartial, report.dueDate]).toEqual([
      2025,
      'TransferAgent',
      false,
      '2026-03-31',
    ]);
    expect(report.byIssuer.map((one) => one.customerIssuerId)).toEqual(issuers);
    const add = (key: 'items' | 'accounts') => report.byIssuer.reduce((total, one) => total + one[key], 0);
    expect(add('items')).toBe(report.itemsReceivedForTransfer);
    expect(add('accounts')).toBe(report.masterSecurityholderFileAccounts);
    expect(report.accounts.total).toBe(report.masterSecurityholderFileAccounts);
    expect(values(report.accounts.percentages)).toBe(100);
    expect(report.accounts.directRegistration).toBeLessThan(report.accounts.total);
    expect(report.services.dividendAmountFormat.replace(/[$,]/g, '')).toBe(
      report.services.dividendAmount.toFixed(2),
    );
    let classes = 0;
    for (const one of report.byIssuer) {
      const { customerIssuerId } = one;
      const balances = await balanceAt(customerIssuerId, '2025-12-31');
      const opened = customerIssuerId === 1007 ? 0 : balances.length;
      classes += opened;
      const accounts = balances.reduce((total, balance) => total + balance.totalShareholder, 0);
      const paid = (await read<Dividend[]>('GetDividendList', { customerIssuerId }))
        .filter(({ type, payable }) => type !== 'Stock' && payable.endsWith('/2025'))
        .reduce((total, dividend) => total + Math.round(dividend.distributionAmount * 100), 0);
      expect([customerIssuerId, one.accounts, Math.round(one.dividendAmount * 100)]).toEqual([
        customerIssuerId,
        accounts,
        paid,
      ]);
      const alone = await read<Ta2>('GetTA2Report', { year: 2025, customerIssuerId });
      expect([alone.scope, alone.itemsReceivedForTransfer, alone.accounts.total]).toEqual([
        'Issuer',
        one.items,
        one.accounts,
      ]);
      expect(values(alone.accounts.percentages)).toBe(accounts === 0 ? 0 : 100);
    }
    expect(values(report.issues.receivesItemsAndMaintainsFiles)).toBe(classes);
    // The demo has one month below the turnaround requirement and one aged difference.
    expect(report.turnaround.months.filter((one) => !one.compliant).map((one) => one.month)).toEqual([
      '2025-08',
    ]);
    expect(report.turnaround).toMatchObject({ alwaysCompliant: false, monthsNotInCompliance: 1 });
    expect(report.agedRecordDifferences.currentAgent.issues).toBe(1);
    expect(report.lostSecurityholders.databaseSearches).toHaveLength(2);
  });

  test('TA-2 items: a rejected transfer counts, an issuance and an item not presented do not', async () => {
    const { rows } = await registry().database.pool.query(
      `select count(*) filter (where kind in ('T', 'C', 'R') and is_presented) as items,
              count(*) filter (where kind = 'T' and status = 'Rejected') as rejected,
              count(*) filter (where kind in ('T', 'C', 'R') and not is_presented) as instructed, count(*) as all_of_them
         from txn where issuer_id = 8 and received_on between '2024-01-01' and '2024-12-31'`,
    );
    const report = await read<Ta2>('GetTA2Report', {
      startDate: '2024-01-01',
      endDate: '2024-12-31',
      SystemControlIssuerId: 8,
    });
    expect([rows[0].rejected > 0n, rows[0].instructed > 0n, rows[0].all_of_them > rows[0].items]).toEqual([
      true,
      true,
      true,
    ]);
    expect(BigInt(report.itemsReceivedForTransfer)).toBe(rows[0].items);
    expect(report.byIssuer.map((one) => one.customerIssuerId)).toEqual([1008]);
    expect(report.lostSecurityholders.databaseSearches).toEqual([]);
  });

  test('TA-2 of the current year ends today; its fields are those of the record', async () => {
    const report = await read<Ta2>('GetTA2Report', { year: 2026 });
    expect([report.isPartial, report.periodEnd, report.turnaround.months.length]).toEqual([true, today, 11]);
    expect(Object.keys(report)).toEqual(
      'reportingYear periodStart periodEnd dueDate isPartial scope abbreviatedFilingEligible registrant itemsReceivedForTransfer itemsReceivedForTransferFormat masterSecurityholderFileAccounts masterSecurityholderFileAccountsFormat accounts issues services agedRecordDifferences turnaround openEndFunds lostSecurityholders byIssuer'.split(
        ' ',
      ),
    );
    // The difference open on the last day is 21 days old.
    expect(report.agedRecordDifferences.currentAgent).toEqual({ issues: 0, marketValue: 0 });
  });

  async function read<T>(id: Parameters<typeof endpointOf>[0], input: object): Promise<T> {
    const response = await registry().call(
      `${endpointOf(id).path}?${search(input as Record<string, unknown>)}`,
    );
    expect([id, response.status]).toEqual([id, 200]);
    return response.body as T;
  }

  function certificates(customerIssuerId: number, filterStatus: string, customerShareholderId?: string) {
    const input = { customerIssuerId, filterStatus, ...(customerShareholderId && { customerShareholderId }) };
    return read<Certificate[]>('GetHoldingCertificates', input);
  }

  function balanceAt(CustomerIssuerId: number, CutoffDate: string): Promise<Balance[]> {
    return read<Balance[]>('GetIssuerBalance', { CustomerIssuerId, CutoffDate });
  }
}

type Diluted = {
  security: string;
  totalShares: number;
  shareholders: { systemShareholderId: number; name: string; isReserved: boolean; shares: number }[];
};
type Holding = { securityTypeId: number; security: string; shares: number; numberOfCertificates: number };
type Proxy = {
  title: string;
  totalShares: number;
  totalVotedShares: number;
  quorum: string;
  recordDate: string;
  mailingDate: string;
  status: string;
};
type Ta2 = {
  reportingYear: number;
  periodEnd: string;
  dueDate: string;
  isPartial: boolean;
  scope: string;
  itemsReceivedForTransfer: number;
  masterSecurityholderFileAccounts: number;
  accounts: { total: number; directRegistration: number; percentages: Record<string, number> };
  issues: { receivesItemsAndMaintainsFiles: Record<string, number> };
  services: { dividendAmount: number; dividendAmountFormat: string };
  agedRecordDifferences: { currentAgent: { issues: number; marketValue: number } };
  turnaround: { months: { month: string; compliant: boolean }[] };
  lostSecurityholders: { databaseSearches: object[] };
  byIssuer: { customerIssuerId: number; items: number; accounts: number; dividendAmount: number }[];
};

function sum(rows: readonly { shares: number }[]): number {
  return rows.reduce((total, { shares }) => total + shares, 0);
}

function values(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, one) => total + one, 0);
}

/** '3/9/2026' as '2026-03-09'; '' stays ''. */
function iso(text: string): string {
  const [month = '', day = '', year = ''] = text.split('/');
  return text && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

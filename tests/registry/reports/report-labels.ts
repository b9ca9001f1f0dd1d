import { expect, test } from 'vitest';
import type { Registry } from '../boot.ts';
import { reportReader } from './report-reader.ts';

const request = {
  customerIssuerId: 1003,
  labelType: 'LABEL5160',
  cutoff: '2026-11-20',
  restriction: 'All',
  addressStatus: 'All',
};

/** Typical selections of mailing labels. */
export function reportLabels(registry: () => Registry): void {
  const { pages, link } = reportReader(registry);

  test('always a PDF whatever isPDF is, one label per holder, sheets filled', async () => {
    expect(await link('GenerateMailingLabels', { ...request, isPDF: false })).toContain(
      '/MailingLabels_1003_20261120.pdf/',
    );
    const { accounts } = (
      await registry().call('/api/v1/Report/GetOwnershipPercentage?customerIssuerId=1003&cutoff=2026-11-20')
    ).body as { accounts: unknown[] };
    const sheets = await pages('GenerateMailingLabels', request);
    expect(sheets.length).toBe(Math.ceil(accounts.length / 30));
    expect(await count({})).toBe(accounts.length);
  });

  test('good and bad addresses add up to all; restricted and unrestricted cover all', {
    tags: ['long'],
  }, async () => {
    const base = { customerIssuerId: 1001 };
    const [all, good, bad] = await Promise.all(
      ['All', 'GoodAddress', 'BadAddress'].map((addressStatus) => count({ ...base, addressStatus })),
    );
    expect([bad! > 0, good! + bad!]).toEqual([true, all]);
    const [restricted, free] = await Promise.all(
      ['Restricted', 'NonRestricted'].map((restriction) => count({ ...base, restriction })),
    );
    expect(restricted! > 0 && restricted! + free! >= all!).toBe(true);
    const [outstanding, canceled, both] = await Promise.all(
      ['Outstanding', 'Canceled', 'All'].map((holdingStatus) => count({ ...base, holdingStatus })),
    );
    expect([canceled! > 0, outstanding! + canceled!]).toEqual([true, both]);
  });

  test('domestic by postal code, then foreign ending with the country in capitals', async () => {
    const sheets = await pages('GenerateMailingLabels', {
      ...request,
      customerIssuerId: 1001,
      labelType: 'LABEL5165',
    });
    const last = sheets.map((page) => page.at(-1)?.text ?? '');
    const domestic = last.filter((line) => / \d{5}(-\d{4})?$/.test(line));
    const foreign = last.slice(domestic.length);
    expect(last.slice(0, domestic.length)).toEqual(domestic);
    const codes = domestic.map((line) => line.split(' ').at(-1) ?? '');
    expect(codes).toEqual([...codes].sort());
    expect(foreign.length).toBeGreaterThan(0);
    expect(foreign).toEqual([...foreign].sort());
    expect(foreign.filter((line) => /\d/.test(line))).toEqual([]);
  });

  /** One label per page on this sheet, so the page count is the label count. */
  async function count(changes: object): Promise<number> {
    return (await pages('GenerateMailingLabels', { ...request, labelType: 'LABEL5165', ...changes })).length;
  }
}

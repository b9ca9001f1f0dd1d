import { describe, expect, it } from 'vitest';
import { navFor } from '#components/shell/menu';
import { statusRow } from '#lib/register/transactions/status';
import {
  type Entry,
  findEntries,
  issuerEntries,
  type PaletteScope,
  standingEntries,
} from './palette-entries.ts';
import { certificateEntries, holderEntries, isNumber, transactionEntries } from './palette-search.ts';

const operator = { figures: true, portfolio: true, agent: true, writes: true, administers: true };
const viewer = { figures: true, portfolio: false, agent: false, writes: false, administers: false };
const downloader = { figures: false, portfolio: false, agent: false, writes: false, administers: false };

function scopeOf(
  rights: PaletteScope['rights'],
  issuer: number | null,
  asof: string | null = null,
): PaletteScope {
  return {
    nav: navFor({ issuer, asof, rights }),
    reports: [
      { slug: 'shareholder-list', title: 'Shareholder list' },
      { slug: 'control-book', title: 'Control book' },
    ],
    rights,
    issuer,
    asof,
    today: '2026-11-20',
  };
}

const texts = (entries: readonly Entry[]) => entries.map((entry) => entry.label);
const labels = (entries: readonly Entry[], typed: string) =>
  findEntries(entries, typed).map(({ group, entries: some }) => [group, ...texts(some)]);

describe('menu', () => {
  const every = navFor({
    issuer: 1001,
    asof: '2026-06-30',
    rights: { ...operator, bringsIn: true, sendsBulk: true, exports: true, positions: true },
  });

  it('has at most five entries in a group', () => {
    const sizes = Map.groupBy(every, (item) => item.group);
    expect([...sizes].filter(([, items]) => items.length > 5)).toEqual([]);
  });

  it('gives every page a unique letter, except four for which none is left', () => {
    const letters = every.flatMap(({ letter }) => letter ?? []);
    expect(letters.every((letter) => /^[a-z]$/.test(letter))).toBe(true);
    expect(new Set(letters).size).toBe(letters.length);
    expect(every.filter(({ letter }) => !letter).map(({ label }) => label)).toEqual([
      'Bulk sheets',
      'Scenarios',
      'Export registers',
      'Depository',
      'Sending',
    ]);
  });

  it('keeps the date within the issuer, except on pages for writes', () => {
    const inside = every.filter((item) => /^\/issuers\/(?!.*\/issue$)/.test(item.href));
    expect(inside.length).toBeGreaterThan(10);
    expect(inside.filter((item) => !item.href.includes('asof=2026-06-30'))).toEqual([]);
  });

  it('shows a downloader the files only', () => {
    const groups = navFor({ issuer: 1004, asof: null, rights: downloader }).map((item) => item.group);
    expect(new Set(groups)).toEqual(new Set(['Files']));
  });
});

describe('palette', () => {
  it('offers writes by right, the register to all users, and a return to today only from a past date', () => {
    const actions = (rights: PaletteScope['rights'], asof: string | null) =>
      texts(standingEntries(scopeOf(rights, 1001, asof)).filter((entry) => entry.group === 'Actions'));
    expect(actions(operator, null)).toEqual([
      'Download register as of today',
      'New holder',
      'Issue shares',
      'Show keyboard shortcuts',
    ]);
    expect(actions(viewer, '2026-06-30')).toEqual([
      'Download register as of Jun 30, 2026',
      'Return to today',
      'Show keyboard shortcuts',
    ]);
  });

  it('keeps issuer and date in every link', () => {
    const entries = standingEntries(scopeOf(viewer, 1001, '2026-06-30'));
    const report = entries.find((entry) => entry.label === 'Control book');
    expect(report && 'href' in report && report.href).toBe(
      '/reports/new/control-book?issuer=1001&asof=2026-06-30',
    );
  });

  it('sorts the best match first, whatever its group', () => {
    const entries = [
      ...standingEntries(scopeOf(operator, 1001)),
      ...holderEntries(
        [
          { shareholderCustomerId: 'H-100419', shareholderName: 'CAPTAIN ØSTERBRO' },
          { shareholderCustomerId: 'H-100419', shareholderName: 'CAPTAIN ØSTERBRO' },
          { shareholderCustomerId: 'H-100420', shareholderName: 'MARTA HOLD' },
        ],
        { issuer: 1001 },
      ),
    ];
    expect(labels(entries, 'cap t')[0]).toEqual(['Pages', 'Cap table']);
    expect(labels(entries, 'osterbro')).toEqual([['Holders', 'CAPTAIN ØSTERBRO']]);
    expect(labels(entries, 'h-100420')).toEqual([['Holders', 'MARTA HOLD']]);
    expect(labels(entries, 'hold')[0]?.slice(0, 2)).toEqual(['Pages', 'Holders']);
    expect(labels(entries, 'no such thing')).toEqual([]);
  });

  it('gives the number of entries of a truncated group', () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({
      shareholderCustomerId: `H-${index}`,
      shareholderName: `TRUST ${index}`,
    }));
    const [group] = findEntries(holderEntries(rows, { issuer: 1001 }), 'trust');
    expect([group?.matches, group?.entries.length]).toEqual([30, 6]);
  });

  it('finds numbered objects by any of their IDs, not by their figures', () => {
    const certificate = {
      controlCertificateId: 300000017,
      prefixAndCertificateNumber: 'CS-17',
      customerCertificateId: '17',
      security: 'Common Stock',
      shares: 4242,
    };
    // The interface allows one object instead of a list.
    const found = certificateEntries(certificate, { issuer: 1001, asof: '2026-06-30' });
    expect(labels(found, 'cs-17')).toEqual([['Certificates', 'Certificate CS-17']]);
    expect(labels(found, '300000017')).toHaveLength(1);
    expect(labels(found, '30000001')).toEqual([]);
    expect(labels(found, '4242')).toEqual([]);
    expect(labels(found, '17')).toEqual([['Certificates', 'Certificate CS-17']]);
    const rows = [statusRow({ transactionId: 1729, controlTransactionId: 100001729 }, '2026-11-20')];
    const transactions = transactionEntries(rows, { issuer: 1001 });
    expect(transactions[0] && 'href' in transactions[0] && transactions[0].href).toBe(
      '/issuers/1001/transactions/100001729',
    );
    expect(labels(transactions, '1729')).toHaveLength(1);
  });

  it('puts the exact number before longer ones, with or without its prefix', () => {
    const rows = ['BE-37801', 'BE-13780', 'BE-3780'].map((number, index) => ({
      controlCertificateId: index + 1,
      prefixAndCertificateNumber: number,
    }));
    const found = certificateEntries(rows, { issuer: 1001, group: 'All issuers' });
    for (const typed of ['3780', 'BE-3780', 'be-3780'])
      expect(labels(found, typed)[0]?.[1]).toBe('Certificate BE-3780');
  });

  it('takes a number in full for a search at every issuer, not a name or a part of a date', () => {
    for (const typed of ['3780', 'BE-3780', ' be-17 ', '71807']) expect(isNumber(typed)).toBe(true);
    for (const typed of ['7', 'BE', 'BE-', 'trust 2012', 'Q4', '6/30/2026', ''])
      expect(isNumber(typed)).toBe(false);
  });

  it('lists the other issuers, never the current one', () => {
    const listed = [
      { customerIssuerId: 1001, name: 'Larkspur', status: 'Active' },
      { customerIssuerId: 1009, name: 'Quarry', status: 'Dissolved' },
    ];
    expect(issuerEntries(listed, 1001).map(({ label, note }) => [label, note])).toEqual([
      ['Quarry', '1009 · Dissolved'],
    ]);
  });
});

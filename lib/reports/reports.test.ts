import { describe, expect, it } from 'vitest';
import { endpointIds, endpointOf } from '../contract/index.ts';
import { builtReports, catalogue, reportOfSlug, reportSlug } from './catalogue.ts';

describe('catalog', () => {
  it('lists every file-producing operation once, under a task', () => {
    const listed = catalogue().flatMap(({ reports }) => reports.map((report) => report.id));
    const making = endpointIds.filter((id) => endpointOf(id).kind === 'generate');
    expect(listed.sort()).toEqual(making.sort());
    expect([...builtReports].sort()).toEqual(listed);
  });
  it('every card describes the result, not the request', () => {
    for (const { reports } of catalogue())
      for (const { title, summary } of reports) {
        expect(summary.length, title).toBeGreaterThan(title.length);
        expect(summary, title).not.toMatch(/\bJSON\b|\bAPI\b|\bendpoint\b|return[A-Z]|isPDF/);
      }
  });
  it('has a URL per report that resolves to it', () => {
    expect(reportSlug('GenerateShareholderList')).toBe('shareholder-list');
    expect(reportSlug('GenerateDRSStatement')).toBe('drs-statement');
    for (const id of builtReports) expect(reportOfSlug(reportSlug(id))).toBe(id);
    expect(reportOfSlug('ta2-report')).toBeNull();
  });
});

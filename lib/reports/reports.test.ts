import { describe, expect, it } from 'vitest';
import { endpointIds, endpointOf } from '../contract/index.ts';
import { builtReports, catalogue, reportOfSlug, reportSlug } from './catalogue.ts';

describe('catalogue', () => {
  it('lists every operation that makes a file, once, under a job', () => {
    const listed = catalogue().flatMap(({ reports }) => reports.map((report) => report.id));
    const making = endpointIds.filter((id) => endpointOf(id).kind === 'generate');
    expect(listed.sort()).toEqual(making.sort());
    expect([...builtReports].sort()).toEqual(listed);
  });
  it('says on every card what the person gets, not what a program may ask for', () => {
    for (const { reports } of catalogue())
      for (const { title, summary } of reports) {
        expect(summary.length, title).toBeGreaterThan(title.length);
        expect(summary, title).not.toMatch(/\bJSON\b|\bAPI\b|\bendpoint\b|return[A-Z]|isPDF/);
      }
  });
  it('has an address per report that leads back to it', () => {
    expect(reportSlug('GenerateShareholderList')).toBe('shareholder-list');
    expect(reportSlug('GenerateDRSStatement')).toBe('drs-statement');
    for (const id of builtReports) expect(reportOfSlug(reportSlug(id))).toBe(id);
    expect(reportOfSlug('ta2-report')).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { builtReports, catalogue, reportOfSlug, reportSlug } from './catalogue.ts';

describe('catalogue', () => {
  it('lists every built report once, under a job', () => {
    const listed = catalogue().flatMap(({ reports }) => reports.map((report) => report.id));
    expect(listed.sort()).toEqual([...builtReports].sort());
  });
  it('has an address per report that leads back to it', () => {
    expect(reportSlug('GenerateShareholderList')).toBe('shareholder-list');
    for (const id of builtReports) expect(reportOfSlug(reportSlug(id))).toBe(id);
    expect(reportOfSlug('control-book')).toBeNull();
  });
});

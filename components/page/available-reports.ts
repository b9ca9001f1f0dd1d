import 'server-only';
import { can, canAsk } from '#lib/access/can';
import type { Person } from '#lib/access/roles';
import { builtReports, catalogue, reportSlug, reportTitle } from '#lib/reports/catalogue';
import { type ReportTemplate, reportTemplates } from '#lib/reports/report-templates';
import { selfServiceReportOf } from '#lib/reports/self-service-reports';
import { reportForm } from './report-form.ts';

/** The reports this user may create. */
export const availableReports = (person: Person) => catalogue((id) => can(person, id));

/** Report templates this user may use. */
export function recipesFor(person: Person): ReportTemplate[] {
  return reportTemplates.filter(({ state }) => {
    const want = selfServiceReportOf(state.what);
    return want && can(person, want.report) && (!want.addresses || canAsk(person, 'address'));
  });
}

/** Every report this user may create, by operation, with its form. */
export const formsFor = (person: Person) =>
  Object.fromEntries(
    builtReports
      .filter((id) => can(person, id))
      .map(
        (id) => [id, { title: reportTitle(id), slug: reportSlug(id), spec: reportForm(person, id) }] as const,
      ),
  );

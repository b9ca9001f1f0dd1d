import 'server-only';
import { can, canRequest } from '#lib/access/can';
import type { User } from '#lib/access/roles';
import { builtReports, catalogue, reportSlug, reportTitle } from '#lib/reports/catalogue';
import { type ReportTemplate, reportTemplates } from '#lib/reports/report-templates';
import { selfServiceReportOf } from '#lib/reports/self-service-reports';
import { reportForm } from './report-form.ts';

/** The reports this user may create. */
export const availableReports = (user: User) => catalogue((id) => can(user, id));

/** Report templates this user may use. */
export function recipesFor(user: User): ReportTemplate[] {
  return reportTemplates.filter(({ state }) => {
    const report = selfServiceReportOf(state.what);
    return report && can(user, report.report) && (!report.addresses || canRequest(user, 'address'));
  });
}

/** Every report this user may create, by operation, with its form. */
export const formsFor = (user: User) =>
  Object.fromEntries(
    builtReports
      .filter((id) => can(user, id))
      .map(
        (id) => [id, { title: reportTitle(id), slug: reportSlug(id), spec: reportForm(user, id) }] as const,
      ),
  );

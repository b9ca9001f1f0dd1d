import 'server-only';
import { can, canRequest } from '#lib/access/can';
import type { User } from '#lib/access/roles';
import { isAgentOperation } from '#lib/contract/index';
import { builtReports, catalogue, type ReportId, reportSlug, reportTitle } from '#lib/reports/catalogue';
import { type ReportTemplate, reportTemplates } from '#lib/reports/report-templates';
import { selfServiceReportOf } from '#lib/reports/self-service-reports';
import { agentOperationsOf } from './agent-operations.ts';
import { reportForm } from './report-form.ts';

/** Tells which reports this registry makes and the user may create: those of the agent operations not everywhere. */
export async function reportsOfferedTo(user: User): Promise<(id: ReportId) => boolean> {
  const found = await agentOperationsOf(user);
  return (id) => can(user, id) && (!isAgentOperation(id) || found.has(id));
}

/** The reports this user may create. */
export const availableReports = async (user: User) => catalogue(await reportsOfferedTo(user));

/** Report templates this user may use. */
export function recipesFor(user: User): ReportTemplate[] {
  return reportTemplates.filter(({ state }) => {
    const report = selfServiceReportOf(state.what);
    return report && can(user, report.report) && (!report.addresses || canRequest(user, 'address'));
  });
}

/** Every report this user may create, by operation, with its form. */
export async function formsFor(user: User) {
  return Object.fromEntries(
    builtReports
      .filter(await reportsOfferedTo(user))
      .map(
        (id) => [id, { title: reportTitle(id), slug: reportSlug(id), spec: reportForm(user, id) }] as const,
      ),
  );
}

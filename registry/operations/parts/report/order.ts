// The order of a report as a render worker receives it.

import type { Contract, EndpointId, RequestFor } from '#lib/contract/index';
import type { CalendarDate } from '#lib/format/dates';

/** The operations that respond with a link to a file. */
export type ReportId = {
  [Id in EndpointId]: Contract[Id]['kind'] extends 'generate' ? Id : never;
}[EndpointId];

/** Input of a render worker for one report: plain data, complete before the link is returned. */
export type OrderFor<Id extends ReportId> = {
  operation: Id;
  /** The issuers of the report, by customer id: one, or several when the request names none. */
  issuerIds: readonly bigint[];
  isAllIssuers: boolean;
  /** First day of a period; null for a report as of `cutoff`. */
  from: CalendarDate | null;
  cutoff: CalendarDate;
  format: 'pdf' | 'xlsx';
  generatedAt: string;
  /** Who ordered it: the client of the request, and the user it named; '' where it named none. */
  preparedBy: { client: string; user: string };
  /** The registry's time zone. */
  timeZone: string;
  /** Where users reach the dashboard, without a trailing slash; undefined: the file has no links to its pages. */
  dashboardUrl?: string | undefined;
  input: RequestFor<Id>;
};

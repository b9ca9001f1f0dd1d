import type { Contract, EndpointId, RequestFor } from '#lib/contract/index';
import type { CalendarDate } from '#lib/format/dates';

/** The operations that answer with the link of a file. */
export type ReportId = {
  [Id in EndpointId]: Contract[Id]['kind'] extends 'generate' ? Id : never;
}[EndpointId];

/** What a render worker needs to draw one report; plain data, complete before the link is given out. */
export type OrderFor<Id extends ReportId> = {
  operation: Id;
  /** The issuers the report covers, by customer id; one, unless the request left the issuer open. */
  issuerIds: readonly bigint[];
  isAllIssuers: boolean;
  /** First day of a period; null for a report as of `cutoff`. */
  from: CalendarDate | null;
  cutoff: CalendarDate;
  format: 'pdf' | 'xlsx';
  generatedAt: string;
  input: RequestFor<Id>;
};

// The form of a report, with only the fields that the user may request.

import 'server-only';
import { canRequest } from '#lib/access/can';
import type { User } from '#lib/access/roles';
import { endpointOf } from '#lib/contract/index';
import type { ReportId } from '#lib/reports/catalogue';
import { formFields, type Sensitive } from '../schema-form/form-fields.ts';
import type { FormSpec } from '../schema-form/values.ts';

const kinds: readonly Sensitive[] = ['taxId', 'contact', 'address', 'accessCode', 'invoice'];

/** The form of a report, limited to what this user may request. */
export function reportForm(user: User, id: ReportId): FormSpec {
  const endpoint = endpointOf(id);
  const allowed = Object.fromEntries(kinds.map((kind) => [kind, canRequest(user, kind)])) as Record<
    Sensitive,
    boolean
  >;
  return {
    fields: formFields(endpoint, { ...allowed, everyIssuer: user.issuers === 'all' }),
    issuerField: endpoint.issuer.by === 'field' ? endpoint.issuer.field : 'customerIssuerId',
    asOfField: endpoint.report?.asOf ?? null,
  };
}

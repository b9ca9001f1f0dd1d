// Loads the data of the self-service form.

import 'server-only';
import { issuersOf } from '#components/page/page-guards';
import { today } from '#components/page/today';
import { type MeetingOfRecord, type MeetingRow, meetingsOfRecord } from '#components/pickers/meetings';
import { can, canRequest } from '#lib/access/can';
import type { User } from '#lib/access/roles';
import type { ApiError } from '#lib/api/error';
import { formToken } from '#lib/gateway/form-token';
import { readUpstream } from '#lib/gateway/prefetch';
import { dashboard } from '#lib/gateway/wiring';
import { type GetState, readGetState } from '#lib/reports/self-service-form';
import { type SelfServiceReport, selfServiceReports } from '#lib/reports/self-service-reports';
import type { SearchParams } from '#lib/routes';
import { lastChoice } from '#lib/runs/last-choice';
import { store } from '#lib/session/store';

/** Data of the self-service form. */
export type Getting = {
  issuers: readonly { customerIssuerId: number; name: string }[];
  /** Set while the registry does not list the issuers. */
  error: ApiError | null;
  reports: readonly SelfServiceReport[];
  state: GetState;
  /** Record date of the next meeting, once it is reached, for users who may see meetings. */
  record: string | null;
  meetings: Meetings;
  today: string;
  token: string;
};

/** Null where they are not known: the user may not see meetings, or the registry does not list them. */
export type Meetings = { reached: readonly MeetingOfRecord[]; awaited: string | null } | null;

/** Only reports this user may have: none with addresses where the role does not allow them. */
export const reportsFor = (user: User): SelfServiceReport[] =>
  selfServiceReports.filter(
    (report) => can(user, report.report) && (!report.addresses || canRequest(user, 'address')),
  );

const start = { what: 'holders', asof: 'today', period: 'last-month' };

function textOf(params: SearchParams): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Initial values for this user: from the address, then the last choice, then the defaults. */
export async function loadReportForm(
  user: User,
  params: SearchParams,
  fixed: Partial<GetState> = {},
): Promise<Getting> {
  const { issuers, error } = await issuersOf(user);
  const given = textOf(params);
  const last = given.what || fixed.what ? {} : await lastChoice(store(), user.id);
  const state = readGetState(new URLSearchParams({ ...start, ...last, ...given, ...fixed }));
  const known = issuers ?? (user.issuers === 'all' ? [] : user.issuers.map(nameless));
  const only = known.length === 1 ? `${known[0]?.customerIssuerId}` : null;
  const mine = known.some((one) => `${one.customerIssuerId}` === state.issuer);
  const issuer = only ?? (mine ? state.issuer : '');
  const meetings = await meetingsFor(user, issuer);
  const next = meetings?.reached[0];
  const record = next && next.day >= today() ? next.record : null;
  // A list for a meeting is as of its record date, unless another day was asked for.
  const asof = state.what === 'meeting' && !given.asof && !fixed.asof && record ? record : state.asof;
  return {
    issuers: known,
    error,
    reports: reportsFor(user),
    state: { ...state, issuer, asof },
    record,
    meetings,
    today: today(),
    token: formToken(dashboard().secret, user),
  };
}

const nameless = (customerIssuerId: number) => ({ customerIssuerId, name: `Issuer ${customerIssuerId}` });

/** Optional: without them the user picks the day. */
async function meetingsFor(user: User, issuer: string): Promise<Meetings> {
  if (!issuer || !can(user, 'GetProxyList', Number(issuer))) return null;
  try {
    const meetings = await readUpstream(user, 'GetProxyList', { customerIssuerId: Number(issuer) });
    return meetingsOfRecord(meetings as MeetingRow[], today());
  } catch {
    return null;
  }
}

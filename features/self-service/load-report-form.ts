import 'server-only';
import { issuersOf } from '#components/page/access';
import { today } from '#components/page/today';
import { type MeetingRow, nextRecordDate } from '#components/pickers/meetings';
import { can, canAsk } from '#lib/access/can';
import type { Person } from '#lib/access/roles';
import type { ApiError } from '#lib/api/error';
import { formToken } from '#lib/gateway/form-token';
import { readUpstream } from '#lib/gateway/prefetch';
import { dashboard } from '#lib/gateway/wiring';
import { type GetState, readGetState } from '#lib/reports/getting';
import { type SelfServiceReport, selfServiceReports } from '#lib/reports/self-service-reports';
import type { SearchParams } from '#lib/routes';
import { lastChoice } from '#lib/runs/choices';
import { store } from '#lib/session/store';

/** Data of the self-service form. */
export type Getting = {
  issuers: readonly { customerIssuerId: number; name: string }[];
  /** Set while the registry does not list the issuers. */
  error: ApiError | null;
  wants: readonly SelfServiceReport[];
  state: GetState;
  /** Record date of the next meeting, for users who may see meetings. */
  record: string | null;
  today: string;
  token: string;
};

/** Only reports this user may have: none with addresses where the role does not allow them. */
export const wantsOf = (person: Person): SelfServiceReport[] =>
  selfServiceReports.filter(
    (want) => can(person, want.report) && (!want.addresses || canAsk(person, 'address')),
  );

const start = { what: 'holders', asof: 'today', period: 'last-month' };

function textOf(params: SearchParams): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Initial values for this user: from the address, then the last choice, then the defaults. */
export async function loadReportForm(
  person: Person,
  params: SearchParams,
  fixed: Partial<GetState> = {},
): Promise<Getting> {
  const { issuers, error } = await issuersOf(person);
  const given = textOf(params);
  const last = given.what || fixed.what ? {} : await lastChoice(store(), person.id);
  const state = readGetState(new URLSearchParams({ ...start, ...last, ...given, ...fixed }));
  const known = issuers ?? (person.issuers === 'all' ? [] : person.issuers.map(nameless));
  const only = known.length === 1 ? `${known[0]?.customerIssuerId}` : null;
  const mine = known.some((one) => `${one.customerIssuerId}` === state.issuer);
  const issuer = only ?? (mine ? state.issuer : '');
  return {
    issuers: known,
    error,
    wants: wantsOf(person),
    state: { ...state, issuer },
    record: await recordDate(person, issuer),
    today: today(),
    token: formToken(dashboard().secret, person),
  };
}

const nameless = (customerIssuerId: number) => ({ customerIssuerId, name: `Issuer ${customerIssuerId}` });

/** Optional: without it the user picks the day. */
async function recordDate(person: Person, issuer: string): Promise<string | null> {
  if (!issuer || !can(person, 'GetProxyList', Number(issuer))) return null;
  try {
    const meetings = await readUpstream(person, 'GetProxyList', { customerIssuerId: Number(issuer) });
    return nextRecordDate(meetings as MeetingRow[], today());
  } catch {
    return null;
  }
}

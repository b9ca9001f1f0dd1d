// Chooses the reports of a pack for a meeting, a dividend or a month end.

import 'server-only';
import type { Pool } from 'pg';
import { canRequest } from '#lib/access/can';
import { coversIssuer, decideOperation } from '#lib/access/decide';
import type { User } from '#lib/access/roles';
import { ApiError } from '#lib/api/error';
import { type AgentId, type EndpointId, isAgentOperation } from '#lib/contract/index';
import { formatDate, formatMonth, isDate } from '#lib/format/dates';
import { dividendsOf } from '#lib/register/dividends';
import { dividendListInput, proxyListInput } from '#lib/register/list-inputs';
import { isCanceled, meetingsOf } from '#lib/register/meetings/meetings';
import { meetingDates } from '#lib/register/packs/pack-dates';
import {
  isPreview,
  lastDayOf,
  type MissingPart,
  notApplicable,
  type PackEvent,
  type PackPart,
  packParts,
} from '#lib/register/packs/pack-parts';
import type { NewBatchItem, Pack } from '#lib/runs/batch-rows';
import { lastOfficer } from '#lib/runs/certifying-officers';
import { agentOperationsOf } from '#lib/upstream/agent-operations';
import { authorizeOperation, authorizeRead, authorizeRequest } from '../authorize.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { performRead } from '../perform.ts';
import { invalid } from '../request.ts';

type About = { requestId: string; today: string };
type Asked =
  | { kind: 'meeting' | 'dividend'; issuer: number; event: number }
  | { kind: 'month-end'; issuer: number; month: string };

/**
 * The pack that a request asks for: which files, and which parts cannot be had. The record date is read from the
 * registry's own list, never taken from the request, and never today. Throws ApiError.
 */
export async function packOf(
  context: GatewayContext,
  pool: Pool,
  user: User,
  given: unknown,
  about: About,
): Promise<{ pack: Pack; items: NewBatchItem[] }> {
  const asked = readAsked(given, about.today);
  if (!coversIssuer(user, asked.issuer)) throw new ApiError('forbidden');
  const event = await findEvent(context, user, asked, about);
  const filter = await classFilter(context, user, event, about);
  const addresses = canRequest(user, 'address');
  const officer = await lastOfficer(pool, user.id);
  const { today } = about;
  const { parts, missing } = packParts(event, { today, addresses, filter, officer });
  const offered = await agentOperationsOf(context.upstream);
  const items: NewBatchItem[] = [];
  const names: string[] = [];
  const refused: MissingPart[] = [];
  for (const part of parts) {
    if (part.instead && offered.has(part.instead as AgentId)) continue;
    const gap = gapOf(user, part, offered);
    if (gap) refused.push(gap);
    else {
      items.push(itemOf(user, part, event.issuer));
      names.push(part.name);
    }
  }
  const absent = [...missing, ...refused].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  if (items.length === 0)
    throw invalid({
      pack: ['No part of this pack can be created.', ...absent.map((one) => `${one.title}: ${one.reason}`)],
    });
  const preview = isPreview(event.record, today);
  return {
    items,
    pack: {
      ...event,
      isPreview: preview,
      asOf: event.record < today ? event.record : today,
      dates: datesOf(event),
      notes: notesOf(event, { preview, addresses, filter, officer }),
      names,
      missing: absent,
      verdict: null,
    },
  };
}

function readAsked(given: unknown, today: string): Asked {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw invalid({ pack: ['This must be an object.'] });
  const { kind, customerIssuerId, ...rest } = given as Record<string, unknown>;
  const expected = kind === 'month-end' ? 'month' : 'event';
  const unknown = Object.keys(rest).find((name) => name !== expected);
  if (kind !== 'meeting' && kind !== 'dividend' && kind !== 'month-end')
    throw invalid({ 'pack.kind': ['This must be meeting, dividend or month-end.'] });
  if (unknown !== undefined) throw invalid({ [`pack.${unknown}`]: ['Unknown field.'] });
  if (!isKey(customerIssuerId))
    throw invalid({ 'pack.customerIssuerId': ['This must be the ID of an issuer.'] });
  if (kind === 'month-end') return { kind, issuer: customerIssuerId, month: readMonth(rest.month, today) };
  if (!isKey(rest.event)) throw invalid({ 'pack.event': [`This must be the ID of a ${kind}.`] });
  return { kind, issuer: customerIssuerId, event: rest.event };
}

const isKey = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

function readMonth(value: unknown, today: string): string {
  const last = typeof value === 'string' ? lastDayOf(value) : null;
  if (typeof value !== 'string' || last === null)
    throw invalid({ 'pack.month': ['This must be a month, yyyy-mm.'] });
  if (last >= today)
    throw invalid({
      'pack.month': [`${formatMonth(value)} has not ended. Its pack can be created from the next day on.`],
    });
  return value;
}

async function findEvent(
  context: GatewayContext,
  user: User,
  asked: Asked,
  about: About,
): Promise<PackEvent> {
  const { kind, issuer } = asked;
  if (kind === 'month-end') {
    const record = lastDayOf(asked.month) ?? '';
    const title = `Month end ${formatMonth(asked.month)}`;
    return { kind, issuer, event: null, title, className: '', record, eventDate: null };
  }
  const { event } = asked;
  const list = async (id: EndpointId, input: Record<string, unknown>) => {
    authorizeOperation(user, id);
    return performRead(context, user, id, authorizeRead(user, id, input), about);
  };
  if (kind === 'meeting') {
    const rows = meetingsOf(await list('GetProxyList', proxyListInput(issuer)));
    const found = rows.find(({ id }) => id === event);
    if (!found) throw new ApiError('not_found');
    if (isCanceled(found)) throw invalid({ 'pack.event': ['The meeting was canceled.'] });
    const { title, className, record, meeting } = found;
    return {
      ...{ kind, issuer, event, title, className, record: dated(record.day, 'meeting') },
      eventDate: isDate(meeting.day) ? meeting.day : null,
    };
  }
  const rows = dividendsOf(await list('GetDividendList', dividendListInput(issuer)));
  const found = rows.find(({ id }) => id === event);
  if (!found) throw new ApiError('not_found');
  const { type, className, record, payable } = found;
  const title = `${type} dividend${className ? ` of ${className}` : ''}`;
  return {
    ...{ kind, issuer, event, title, className, record: dated(record, 'dividend') },
    eventDate: isDate(payable) ? payable : null,
  };
}

function dated(record: string, what: string): string {
  if (!isDate(record))
    throw invalid({ 'pack.event': [`The record date of this ${what} is not reported by the registry.`] });
  return record;
}

type Filter = { securityTypeCode: string; securitySeriesCode: string };

/** The filter of reports that selects exactly the class of an event; null where there is none. */
async function classFilter(
  context: GatewayContext,
  user: User,
  { issuer, className }: PackEvent,
  { requestId }: About,
): Promise<Filter | null> {
  if (className === '') return null;
  const id = 'GetIssuerSecurityTypes';
  const input = authorizeRead(user, id, { CustomerIssuerId: issuer });
  const rows = await performRead(context, user, id, input, { requestId });
  const classes = (Array.isArray(rows) ? rows : []) as Record<string, unknown>[];
  const own = classes.find(({ securityType }) => securityType === className);
  const [type, series] = [String(own?.securityTypeCode ?? ''), String(own?.securitySeriesCode ?? '')];
  if (!/^[CP]$/.test(type) || !/^[ABC]?$/.test(series)) return null;
  // Without a series a filter selects every class of its type.
  const selected = classes.filter(
    (one) => one.securityTypeCode === type && (series === '' || one.securitySeriesCode === series),
  );
  return selected.length === 1 ? { securityTypeCode: type, securitySeriesCode: series } : null;
}

const roleReason = 'Your role does not include this report.';

/** Why a part is not created for this user at this registry; null when it is. */
function gapOf(
  user: User,
  { name, title, report }: PackPart,
  offered: ReadonlySet<AgentId>,
): MissingPart | null {
  if (isAgentOperation(report) && !offered.has(report))
    return { name, title, code: 'not_offered', reason: 'This registry does not offer this report.' };
  const decision = decideOperation(user, report);
  return decision.allowed ? null : { name, title, code: decision.code, reason: roleReason };
}

/** The issuer of a report on a meeting or dividend is that of the list in which it was found. */
function itemOf(user: User, { report, input: body }: PackPart, issuer: number): NewBatchItem {
  const input = authorizeRequest(user, report, { query: new URLSearchParams(), body });
  return { endpoint: report, issuer, input };
}

function datesOf({ kind, record, eventDate }: PackEvent): Pack['dates'] {
  if (kind === 'meeting') return meetingDates(record, eventDate);
  const day = (label: string, from: string) => ({ label, from, to: null, note: '' });
  if (kind === 'month-end') return [day('Month end', record)];
  return [day('Record date', record), ...(eventDate ? [day('Payable', eventDate)] : [])];
}

type Made = {
  preview: boolean;
  addresses: boolean;
  filter: Filter | null;
  officer: { certifiedBy: string } | null;
};

function notesOf(event: PackEvent, { preview, addresses, filter, officer }: Made): string[] {
  const { kind, className, record } = event;
  const other = notApplicable(kind);
  return [
    ...(preview ? [`Preview: the close of business on ${formatDate(record)} has not come.`] : []),
    ...(className && filter
      ? [`List of holders and ownership: ${className} only. Certificate, labels and books: every class.`]
      : className
        ? [`The event is about ${className}. The reports have no filter for this class alone: every class.`]
        : []),
    ...(addresses ? [] : ['List of holders without addresses: your role does not include them.']),
    ...(officer
      ? [`Certifying officer: ${officer.certifiedBy}, as in the last certified list that you created.`]
      : ['Certifying officer: not named. The certificate has lines for name and title.']),
    ...(other ? [other] : []),
  ];
}

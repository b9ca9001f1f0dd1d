// Finds the alerts of an issuer, such as overdue items, rejections and few shares left to issue.

import { businessDaysBetween } from '#lib/format/business-days';
import { addDays, formatDate, isDate, parseDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { formatShares } from '#lib/format/shares';
import { balanceChecks } from '#lib/register/balance-checks';
import { ratio } from '#lib/register/bigint-math';
import { availableToIssue, availableToIssueText, type Balance, capacityOf } from '#lib/register/capacity';
import { fromToday } from '#lib/register/from-today';
import { isAhead, type Meeting } from '#lib/register/meetings/meetings';
import { quantity } from '#lib/register/quantity';
import { hasTurnaround, turnaroundDays } from '#lib/register/transactions/status';
import { listed } from '#lib/register/transactions/transaction-text';
import { type Route, routes } from '#lib/routes';

/** An alert and the page it links to. */
export type Alert = {
  id: string;
  tone: 'danger' | 'warning';
  what: string;
  text: string;
  href: Route;
};

type Rows = {
  total: number;
  received: readonly string[];
  /** Number of rows without a due date, whose dates are left out. */
  exempt?: number;
};

/** Total and received dates of one page of the status list; a registry may leave out either. */
export function receivedDates(response: unknown): Rows {
  const { totalRecords, transactions } = (response ?? {}) as Record<string, unknown>;
  const rows = Array.isArray(transactions) ? transactions : [];
  return {
    total: Number(exact(totalRecords) ?? rows.length),
    received: rows.flatMap(
      (row) => parseDate(String((row as Record<string, unknown>)?.receivedDate ?? '')) ?? [],
    ),
  };
}

/** Thresholds: rejections of the last days, part of authorized still available, days until a meeting. */
const rejectedDays = 30;
const availablePercent = 5;
const meetingDays = 30;

/** As `receivedDates`, without the dates of issuances: they are pending, but never overdue. */
export function pendingDates(response: unknown): Rows {
  const { transactions, ...rest } = (response ?? {}) as Record<string, unknown>;
  const rows = Array.isArray(transactions) ? transactions : [];
  const due = rows.filter((row) => hasTurnaround({ type: String(row?.type ?? '') }));
  const { total, received } = receivedDates({ ...rest, transactions: due });
  const exempt = rows.length - due.length;
  return { total: exact(rest.totalRecords) === null ? total + exempt : total, received, exempt };
}

function pendingConcern({ total, received, exempt = 0 }: Rows, issuer: number, today: string): Alert | null {
  if (total === 0) return null;
  const oldest = received.reduce((first, day) => (day < first ? day : first), today);
  const days = businessDaysBetween(oldest, today);
  const late = days > turnaroundDays;
  const count = total === 1 ? '1 transaction pending' : `${formatShares(total)} transactions pending`;
  const isPart = received.length + exempt < total;
  const age = `the oldest ${isPart ? 'loaded ' : ''}${exempt > 0 ? 'with a due date ' : ''}since ${formatDate(oldest)}, ${days} business ${days === 1 ? 'day' : 'days'}`;
  return {
    id: 'pending',
    tone: late ? 'danger' : 'warning',
    what: 'Pending',
    text: received.length > 0 ? `${count}, ${age}.` : `${count}.`,
    href: routes.transactions(issuer, { status: 'Pending' }),
  };
}

function rejectedConcern({ received }: Rows, issuer: number, today: string): Alert | null {
  const recent = received.filter((day) => day >= addDays(today, -rejectedDays)).length;
  if (recent === 0) return null;
  return {
    id: 'rejected',
    tone: 'warning',
    what: 'Rejected',
    text: `${recent === 1 ? 'One transaction' : `${formatShares(recent)} transactions`} received in the last ${rejectedDays} days ${recent === 1 ? 'was' : 'were'} rejected.`,
    href: routes.transactions(issuer, { status: 'Rejected' }),
  };
}

function availableAlerts(balances: readonly Balance[], issuer: number): Alert[] {
  return balances.flatMap((balance) => {
    const capacity = capacityOf(balance);
    const available = availableToIssue(capacity);
    if (available === null || (capacity.authorized ?? 0n) <= 0n) return [];
    if (available >= 0n && ratio(available, capacity.authorized) >= availablePercent) return [];
    const { className } = balance;
    return {
      id: `room/${className}`,
      tone: available <= 0n ? 'danger' : 'warning',
      what: 'Available to issue',
      text: `${className}: ${available < 0n ? `authorized shares ${availableToIssueText(capacity).toLowerCase()}` : `${availableToIssueText(capacity)} available to issue of ${quantity(capacity.authorized, capacity.dollars)} authorized`}.`,
      href: routes.balances(issuer),
    };
  });
}

function checkConcern(balances: readonly Balance[], issuer: number): Alert | null {
  const differs = balanceChecks(balances).filter((one) => one.result === 'differs');
  const [first] = differs;
  if (!first) return null;
  const more = differs.length > 1 ? `, and ${formatShares(differs.length - 1)} more` : '';
  return {
    id: 'checks',
    tone: 'danger',
    what: 'Check',
    text: `${first.text}: ${first.left} compared with ${first.right}${more}.`,
    href: routes.balances(issuer),
  };
}

function meetingConcerns(meetings: readonly Meeting[], issuer: number, today: string): Alert[] {
  return meetings
    .filter((one) => isAhead(one, today))
    .filter(({ meeting }) => isDate(meeting.day) && meeting.day <= addDays(today, meetingDays))
    .flatMap(({ id, key, title, quorum, meeting }) =>
      quorum.state !== 'missing'
        ? []
        : {
            id: `meeting/${key}`,
            tone: 'warning',
            what: 'Quorum',
            text: `${title}, ${fromToday(meeting.day, today)}, needs ${formatShares(quorum.still)} more ${quorum.still === 1n ? 'share' : 'shares'} for its quorum.`,
            href: id === null ? routes.proxies(issuer) : routes.proxy(issuer, id),
          },
    );
}

/** Text when there are no alerts: states only what the responses show. `rowsMax`: number of rows requested. */
export function noAlertsText({ rejected, balances }: Read, rowsMax: number): string {
  const dated = rejected.received.length >= Math.min(rejected.total, rowsMax);
  const counted = balanceChecks(balances).every((one) => one.result === 'holds');
  const clear = [
    'no pending transactions',
    ...(dated ? [`no rejections in the last ${rejectedDays} days`] : []),
    ...(counted ? ['no class low on shares available to issue'] : []),
  ];
  const unknown = [...(dated ? [] : ['all rejection dates']), ...(counted ? [] : ['all balance figures'])];
  if (unknown.length === 0) return `No alerts: ${listed(clear)}.`;
  return `No alerts in the reported data: ${listed(clear)}. The registry did not report ${listed(unknown)}.`;
}

/** A request to the agent that waits for the issuer. */
type RequestAtAgent = { itemId: number; about: string; waitingFor: string | null };

const requestAlerts = (requests: readonly RequestAtAgent[], issuer: number): Alert[] =>
  requests.flatMap(({ itemId, about, waitingFor }) =>
    waitingFor === null
      ? []
      : {
          id: `request/${itemId}`,
          tone: 'warning',
          what: 'Request',
          text: `${about}: your transfer agent waits for you.`,
          href: routes.request(issuer, itemId),
        },
  );

type Read = {
  pending: Rows;
  rejected: Rows;
  balances: readonly Balance[];
  meetings: readonly Meeting[];
  /** Of an officer who sends requests. */
  requests?: readonly RequestAtAgent[];
};

/** Alerts from the registry's current responses, most urgent first; no figure is computed here. */
export function alertsOf(
  { pending, rejected, balances, meetings, requests = [] }: Read,
  issuer: number,
  today: string,
): Alert[] {
  const all = [
    checkConcern(balances, issuer),
    ...requestAlerts(requests, issuer),
    pendingConcern(pending, issuer, today),
    ...availableAlerts(balances, issuer),
    ...meetingConcerns(meetings, issuer, today),
    rejectedConcern(rejected, issuer, today),
  ].filter((one) => one !== null);
  return [...all.filter((one) => one.tone === 'danger'), ...all.filter((one) => one.tone === 'warning')];
}

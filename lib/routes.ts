// Addresses of all pages of the dashboard, and how parts of them are read.

import type { Route } from 'next';

export type { Route } from 'next';

import { isDate } from './format/dates.ts';
import { transactionPath } from './format/page-path.ts';

/** State that a page keeps in its address; absent values are left out. */
export type UrlState = Record<string, string | number | boolean | null | undefined>;

/** Builds `path?a=1&b=2` without empty values. All addresses of our own pages are built here. */
export function address(path: string, state: UrlState = {}): Route {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    if (value !== null && value !== undefined && value !== '' && value !== false)
      search.set(name, String(value));
  }
  const text = search.toString();
  return (text ? `${path}?${text}` : path) as Route;
}

/** Every page of the dashboard. */
export const routes = {
  home: () => address('/'),
  signIn: (next?: string, reason?: 'expired') => address('/sign-in', { next, reason }),
  secondFactor: (state?: UrlState) => address('/sign-in/code', state),
  enrol: (state?: UrlState) => address('/sign-in/second-factor', state),
  invited: (token: string, state?: UrlState) =>
    address(`/sign-in/invited/${encodeURIComponent(token)}`, state),
  account: (state?: UrlState) => address('/account', state),
  users: () => address('/admin/users'),
  newUser: () => address('/admin/users/new'),
  user: (user: string) => address(`/admin/users/${encodeURIComponent(user)}`),
  issuer: (issuer: number, state?: UrlState) => address(`/issuers/${issuer}`, state),
  capTable: (issuer: number, state?: UrlState) => address(`/issuers/${issuer}/cap-table`, state),
  holders: (issuer: number, state?: UrlState) => address(`/issuers/${issuer}/holders`, state),
  holder: (issuer: number, holder: string, state?: UrlState) =>
    address(`/issuers/${issuer}/holders/${encodeURIComponent(holder)}`, state),
  newHolder: (issuer: number, state?: UrlState) => address(`/issuers/${issuer}/holders/new`, state),
  editHolder: (issuer: number, holder: string, state?: UrlState) =>
    address(`/issuers/${issuer}/holders/${encodeURIComponent(holder)}/edit`, state),
  certificates: (issuer: number, state?: UrlState) => address(`/issuers/${issuer}/certificates`, state),
  certificate: (issuer: number, certificate: number, state?: UrlState) =>
    address(`/issuers/${issuer}/certificates/${certificate}`, state),
  transactions: (issuer: number, state?: UrlState) => address(`/issuers/${issuer}/transactions`, state),
  transaction: (issuer: number, transaction: number, state?: UrlState) =>
    address(transactionPath(issuer, transaction), state),
  ownership: (issuer: number, state?: UrlState) => address(`/issuers/${issuer}/ownership`, state),
  dilution: (issuer: number, state?: UrlState) => address(`/issuers/${issuer}/dilution`, state),
  scenarios: (issuer: number, state?: UrlState) => address(`/issuers/${issuer}/scenarios`, state),
  scenario: (issuer: number, scenario: string, state?: UrlState) =>
    address(`/issuers/${issuer}/scenarios/${encodeURIComponent(scenario)}`, state),
  compare: (issuer: number, state?: UrlState) => address(`/issuers/${issuer}/compare`, state),
  balances: (issuer: number, state?: UrlState) => address(`/issuers/${issuer}/balances`, state),
  proxies: (issuer: number, state?: UrlState) => address(`/issuers/${issuer}/proxies`, state),
  proxy: (issuer: number, proxy: number, state?: UrlState) =>
    address(`/issuers/${issuer}/proxies/${proxy}`, state),
  dividends: (issuer: number, state?: UrlState) => address(`/issuers/${issuer}/dividends`, state),
  dividend: (issuer: number, dividend: number, state?: UrlState) =>
    address(`/issuers/${issuer}/dividends/${dividend}`, state),
  issue: (issuer: number, state?: UrlState) => address(`/issuers/${issuer}/issue`, state),
  requests: (issuer: number, state?: UrlState) => address(`/issuers/${issuer}/requests`, state),
  request: (issuer: number, request: number, state?: UrlState) =>
    address(`/issuers/${issuer}/requests/${request}`, state),
  newRequest: (issuer: number, state?: UrlState) => address(`/issuers/${issuer}/requests/new`, state),
  opsQueue: (state?: UrlState) => address('/ops/queue', state),
  newItem: (state?: UrlState) => address('/work-queue/new', state),
  editItem: (issuer: number, item: number, state?: UrlState) =>
    address(`/work-queue/items/${issuer}/${item}/edit`, state),
  calendar: (state?: UrlState) => address('/calendar', state),
  bringIn: (state?: UrlState) => address('/bring-in', state),
  bulk: (state?: UrlState) => address('/bulk', state),
  exports: (state?: UrlState) => address('/exports', state),
  opsTurnaround: (state?: UrlState) => address('/ops/turnaround', state),
  opsRejections: (state?: UrlState) => address('/ops/rejections', state),
  proof: (state?: UrlState) => address('/ops/proof', state),
  depository: (state?: UrlState) => address('/ops/depository', state),
  opsTa2: (state?: UrlState) => address('/ops/ta-2', state),
  get: (state?: UrlState) => address('/get', state),
  getRecipe: (recipe: string, state?: UrlState) => address(`/get/${encodeURIComponent(recipe)}`, state),
  getRun: (run: string, state?: UrlState) => address(`/get/runs/${run}`, state),
  issuerReports: (issuer: number, state?: UrlState) => address(`/issuers/${issuer}/reports`, state),
  reports: () => address('/reports'),
  newReport: (report: string, state?: UrlState) => address(`/reports/new/${report}`, state),
  /** `issuer`: the frame keeps this issuer and its menu. */
  run: (run: string, issuer?: number | null) => address(`/reports/runs/${run}`, { issuer }),
  newBatch: (state?: UrlState) => address('/reports/batches/new', state),
  batch: (batch: string) => address(`/reports/batches/${batch}`),
  downloads: (state?: UrlState) => address('/downloads', state),
  verify: () => address('/verify'),
  publicVerify: () => address('/public/verify'),
  publicFile: (state?: UrlState) => address('/public/file', state),
  sending: () => address('/admin/sending'),
  audit: (state?: UrlState) => address('/admin/audit', state),
};

/** A value of Next's searchParams: the first one when it is repeated. */
export type SearchParams = Record<string, string | string[] | undefined>;
export const only = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/**
 * `?asof=` as a calendar date; null means today. A date that does not exist, or is after today, counts as
 * today, because the registry answers 400 to a later one.
 */
export function readAsOf(value: string | string[] | null | undefined, today: string): string | null {
  const text = only(value ?? undefined);
  return text && isDate(text) && text < today ? text : null;
}

/** The issuer ID of a path segment: digits only, so that `1001abc` is not accepted. */
export function readIssuer(segment: string): number | null {
  return /^[1-9]\d{0,14}$/.test(segment) ? Number(segment) : null;
}

/**
 * Where to go after sign-in: only a path on this site, in characters a header can carry. Rejects what a browser
 * would read as another host (`//x`, `/\x`, control characters), and the sign-in page itself.
 */
export function safeNext(value: string | string[] | null | undefined): Route {
  const text = only(value ?? undefined) ?? '/';
  const strange = /[\p{Cc}\p{Cs}\u2028\u2029\\]/u.test(text);
  if (!text.startsWith('/') || text.startsWith('//') || strange) return '/';
  const { pathname, search, hash } = new URL(text, 'http://here.invalid');
  // After `..` segments are resolved, two slashes may be left at the front.
  if (/^\/(?:\/|sign-in|api)/.test(pathname)) return '/';
  return (pathname + search + hash) as Route;
}

/** The page within an issuer: `cap-table` for /issuers/1001/cap-table; null for other paths. */
export function issuerPage(path: string): { issuer: number; page: string } | null {
  const match = /^\/issuers\/([^/]+)(?:\/([^/]*))?/.exec(path);
  const issuer = match?.[1] ? readIssuer(match[1]) : null;
  return issuer === null ? null : { issuer, page: match?.[2] ?? '' };
}

/**
 * True for a page of an issuer that shows a day. Forms of a change, requests and the list of scenarios are the same
 * for every day.
 */
export function hasAsOf(path: string): boolean {
  const at = issuerPage(path);
  if (!at) return false;
  if (['requests', 'issue'].includes(at.page)) return false;
  return !/\/(?:scenarios|holders\/new|holders\/[^/]+\/edit)$/.test(path);
}

/** The text of a path segment, decoded when it is encoded properly. */
export function segmentText(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

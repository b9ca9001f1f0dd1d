// Which classes of roles may call which operations and routes; what a role is shown is in roles.ts.

import type { Access } from '../contract/endpoint.ts';
import type { RoleClass } from './roles.ts';

/**
 * Whether a role class may call an operation. `contact`: only roles that see contact data. `granted`: only users
 * who were given the right to documents of items. `request`: only roles that send requests. `enter`: only roles that write.
 * `write`: the same, after a recent sign-in. The issuer scope is checked separately, by the operation's issuer rule.
 */
export type Permission = 'yes' | 'no' | 'contact' | 'granted' | 'request' | 'enter' | 'write';

export type Rule = Record<RoleClass, Permission>;

/** What the access named in an operation's contract entry means for each class of roles. */
export const operationRules: Record<Access, Rule> = {
  everyone: { ta: 'yes', issuer: 'yes', downloader: 'yes' },
  staff: { ta: 'yes', issuer: 'yes', downloader: 'no' },
  agent: { ta: 'yes', issuer: 'no', downloader: 'no' },
  // Files of items, and whether an item's answer lists its documents.
  'item documents': { ta: 'yes', issuer: 'granted', downloader: 'no' },
  // Work on an item that changes no book: posting and approving it are writes.
  'agent enters': { ta: 'enter', issuer: 'no', downloader: 'no' },
  'agent writes': { ta: 'write', issuer: 'no', downloader: 'no' },
  // Requests of an issuer: its officers send and follow them, the agent's staff works on their items.
  'issuer requests': { ta: 'yes', issuer: 'request', downloader: 'no' },
  'issuer asks': { ta: 'no', issuer: 'request', downloader: 'no' },
  // Every page of a statement has a postal address: viewers may not see it, downloaders may.
  statement: { ta: 'yes', issuer: 'contact', downloader: 'yes' },
  'contact list': { ta: 'yes', issuer: 'contact', downloader: 'no' },
  // Not available to browsers: files come from our own runs, and tokens stay on the server.
  server: { ta: 'no', issuer: 'no', downloader: 'no' },
};

/**
 * Who may use one of the dashboard's own routes. `public setting`: anyone, where PUBLIC_VERIFICATION is on, else nobody.
 * `link and code`: who has both of a file that was sent, where an administrator allowed sending.
 * `items`: users who may change items of the work queue. `scenarios`: users who see the cap table of the issuer read them, and
 * those whose role saves scenarios change them.
 */
export type RouteRule =
  | 'anyone'
  | 'public setting'
  | 'link and code'
  | 'signed-in'
  | 'own'
  | 'items'
  | 'scenarios'
  | 'administrator'
  | 'token';

/** Every route under /api. A test compares this with the files in app/api. */
export const routePolicy: Record<string, RouteRule> = {
  '/api/[...path]': 'anyone',
  '/api/account/[action]': 'own',
  '/api/account/sign-in/[step]': 'anyone',
  '/api/accounts': 'administrator',
  '/api/accounts/[id]': 'administrator',
  '/api/answer-checks': 'signed-in',
  '/api/audit': 'administrator',
  '/api/audit/file': 'administrator',
  '/api/audit/proof': 'administrator',
  '/api/auth/[...nextauth]': 'anyone',
  '/api/batches': 'own',
  '/api/batches/[id]': 'own',
  '/api/batches/[id]/file': 'own',
  '/api/control-book': 'signed-in',
  '/api/drafts/[id]': 'own',
  '/api/get': 'signed-in',
  '/api/health': 'anyone',
  '/api/health/ready': 'anyone',
  '/api/holders/[id]/tax-id/reveal': 'signed-in',
  '/api/metrics': 'token',
  '/api/month-ends': 'signed-in',
  '/api/openapi.json': 'anyone',
  '/api/presence': 'items',
  '/api/public/file': 'link and code',
  '/api/public/file/content': 'link and code',
  '/api/public/verify': 'public setting',
  '/api/runs': 'own',
  '/api/runs/[id]': 'own',
  '/api/runs/[id]/file': 'own',
  '/api/runs/[id]/links': 'own',
  '/api/runs/[id]/links/[link]': 'own',
  '/api/schedules': 'own',
  '/api/schedules/[id]': 'own',
  '/api/settings/sending': 'administrator',
  '/api/scenarios/[id]': 'scenarios',
  '/api/upstream/[...path]': 'signed-in',
  '/api/verify': 'signed-in',
  '/api/writes': 'own',
  '/api/writes/[id]': 'own',
};

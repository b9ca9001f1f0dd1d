import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { type EndpointId, endpointIds, endpointOf } from '../contract/index.ts';
import { can, canRequest } from './can.ts';
import { decide, decideOperation, stepUpMinutes } from './decide.ts';
import { routePolicy } from './policy.ts';
import { type Role, roleNames, roles, type User } from './roles.ts';

// docs/permissions.md is generated from the policy; `vitest run lib/access -u` regenerates it.

const user = (role: Role, minutesAgo = 0, seesDocuments = false): User => ({
  seesDocuments,
  id: 'p',
  email: 'p@x.example',
  name: 'P',
  role,
  issuers: roles[role].issuers === 'all' ? 'all' : [1],
  authTime: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  sessionId: 's',
  sessionBegan: '2026-11-20 09:00:00+00',
});

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

function mayOf(role: Role, id: EndpointId): string {
  if (!can(user(role), id)) return can(user(role, 0, true), id) ? 'if granted' : '–';
  const aged = decideOperation(user(role, stepUpMinutes + 1), id);
  return aged.allowed ? 'yes' : 'after a password';
}

function scopeOf(id: EndpointId): string {
  const { issuer } = endpointOf(id);
  if (issuer.by === 'field') return `\`${issuer.field}\` granted`;
  if (issuer.by === 'object') return `${issuer.object} shown by a granted issuer’s lists`;
  if (issuer.by === 'rows') return 'rows of granted issuers';
  return 'none named';
}

function nullOf(id: EndpointId): string {
  const { issuer } = endpointOf(id);
  if (issuer.by !== 'field') return '';
  const decision = decide(user('ta-admin'), id, { [issuer.field]: null });
  return decision.allowed || decision.code === 'step_up_required' ? 'agent: all issuers' : 'refused';
}

function fieldsOf(id: EndpointId): string {
  const { privileged, body } = endpointOf(id);
  const fields: Record<string, z.ZodType> = body?.shape ?? {};
  const names = Object.values(privileged ?? {}).flat();
  const isFlag = (name: string) => fields[name]!.safeParse(true).success;
  return names.map((name) => `\`${name}\`${isFlag(name) ? '' : ' = `Full`'}`).join(', ');
}

const requests = ['taxId', 'accessCode', 'contact', 'address', 'invoice'] as const;
const requestLabels: Record<(typeof requests)[number], string> = {
  taxId: 'full tax ids in a file (after a password, with a reason)',
  accessCode: 'access codes in a file (after a password, with a reason)',
  contact: 'email addresses and phone numbers in a file',
  address: 'postal addresses in a file',
  invoice: 'invoice numbers in a file',
};

const routeLabels = {
  anyone: 'anyone',
  'public setting': 'anyone, where `PUBLIC_VERIFICATION` is on; else it does not exist',
  'link and code':
    'who has the link and the code of a sent file, where an administrator allowed sending; else it does not exist',
  'signed-in': 'a signed-in person, then the tables above',
  own: 'its owner; for everybody else it does not exist',
  items: 'who works on items; for everybody else it does not exist',
  scenarios: 'who sees the cap table of the issuer; changes: roles that save scenarios',
  administrator: 'administrators',
  token: 'who knows `METRICS_TOKEN`',
} as const;

function document(): string {
  const routed = endpointIds.filter((id) => roleNames.some((role) => can(user(role), id)));
  const never = endpointIds.filter((id) => !routed.includes(id));
  const yes = (flag: boolean) => (flag ? 'yes' : '–');
  return `# Permissions

Drawn from \`lib/access\` by \`lib/access/permissions.test.ts\`, which fails when this page and the policy differ.
What is in none of these tables does not exist: 404. The reasons are in [decisions/access.md](decisions/access.md).

## Roles

${table(
  [
    'Role',
    'Issuers',
    'Contact data in answers',
    'In report files',
    'Reveals a tax id',
    'Writes',
    'Sends requests',
    'Saves scenarios',
    'Administers',
  ],
  roleNames.map((role) => [
    role,
    roles[role].issuers,
    yes(roles[role].seesContact),
    roles[role].contactInReports,
    yes(roles[role].revealsTaxId),
    yes(roles[role].writes),
    yes(roles[role].sendsRequests),
    yes(roles[role].savesScenarios),
    yes(roles[role].administers),
  ]),
)}

## Operations

A person bound to issuers gets 403 for an issuer that is not granted, absent, empty or null, and 404 for an object that no
granted issuer's lists show; neither reaches the operation itself.

${table(
  ['Operation', ...roleNames, 'Whose', 'Issuer null', 'Fields only some may set'],
  routed.map((id) => [
    id,
    ...roleNames.map((role) => mayOf(role, id)),
    scopeOf(id),
    nullOf(id),
    fieldsOf(id),
  ]),
)}

Never routed from a browser: ${never.join(', ')}.

## Fields

${table(
  ['May ask for', ...roleNames],
  requests.map((request) => [
    requestLabels[request],
    ...roleNames.map((role) => yes(canRequest(user(role), request))),
  ]),
)}

“If granted”: an administrator gave the user the right to documents of items. Without it, \`GetItem\` answers no files, no
documents and no changes of them.

Tax ids are masked in every JSON answer for every role, and digests of contents that have them are keyed. A downloader gets issuers by id and name only, and never data in
place of a file.

## Sending a file

Who made a file and may have it now may send it by a link to one addressee, in every role, where an administrator allowed
sending. The link works while its sender may still have the file: role, grants and account are read each time it is used.
A file with full tax ids or access codes is never sent. A link is revoked by its sender, also without access to the file, and
by administrators; who has link and code gets this one file and nothing else.

Who made a file may schedule it, in every role: later files are created with the rights that the user has then, and the
schedule stops when they are gone. Schedules on record dates need the list of meetings or of dividends.

## Addresses of the dashboard

${table(
  ['Address', 'Open to'],
  Object.entries(routePolicy).map(([path, rule]) => [`\`${path}\``, routeLabels[rule]]),
)}
`;
}

test('docs/permissions.md shows the current policy', async () => {
  await expect(document()).toMatchFileSnapshot(resolve('docs/permissions.md'));
});

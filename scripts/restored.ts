// Messages for the operator after a restore, about accounts and API clients.

import type { Journal } from '#lib/data-dir/disabled-journal';
import type { RestoredStore } from '#lib/session/accounts/after-restore';
import type { RestoredClients } from '#registry/access/after-restore';

/** Messages about the accounts for the operator, after a restore. */
export function storeLines(
  { disabled, open, withoutCodes, invited }: RestoredStore,
  journal: Journal,
  takenAt: string,
): string[] {
  return [
    'Dashboard: sessions, invitations, remembered devices and recovery codes did not come back. Roles, issuers and passwords',
    'are as they were at the backup.',
    ...list(
      'Accounts disabled after the backup, and disabled again now:',
      disabled.map(({ email, id, at }) => `${email ?? id}  since ${at}`),
    ),
    ...unknown(journal, takenAt, 'accounts', 'npm run users -- disable EMAIL', [
      ...open.map(({ email, role }) => `${email}  ${role}`),
    ]),
    ...list('Invited, without a password yet; a new link is needed:', invited),
    ...list('Need new recovery codes, from their account page:', withoutCodes),
  ];
}

/** Messages about the API clients for the operator, after a restore. */
export function clientLines(
  { disabled, rotated, open }: RestoredClients,
  journal: Journal,
  takenAt: string,
): string[] {
  return [
    'Registry: access tokens and report links did not come back. What clients may do is as it was at the backup.',
    ...list(
      'API clients disabled after the backup, and disabled again now:',
      disabled.map(({ id, at }) => `${id}  since ${at}`),
    ),
    ...list(
      'API clients whose secret was replaced after the backup; no secret works until npm run registry:clients -- rotate ID:',
      rotated.map(({ id, at }) => `${id}  since ${at}`),
    ),
    ...unknown(
      journal,
      takenAt,
      'API clients',
      'npm run registry:clients -- disable ID',
      open.map(
        ({ id, scope, issuers }) =>
          `${id}  ${scope}, ${issuers === 'all' ? 'all issuers' : `issuers ${issuers.join(', ')}`}`,
      ),
    ),
  ];
}

const list = (head: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [head, ...lines.map((line) => `  ${line}`)];

/** If the journal does not reach back to the backup, it is unknown what was disabled in between. */
function unknown(
  { since, unreadable }: Journal,
  takenAt: string,
  what: string,
  command: string,
  open: readonly string[],
): string[] {
  const reason =
    since === null
      ? 'There is no journal of disabled accounts'
      : Date.parse(since) > Date.parse(takenAt)
        ? `The journal of disabled accounts begins at ${since}, after the backup of ${takenAt}`
        : unreadable > 0
          ? `${unreadable} lines of the journal of disabled accounts cannot be read`
          : null;
  if (reason === null) return [];
  return [
    `${reason}, so it is not known which ${what} were disabled after the backup.`,
    `Name the journal with --disabled, or look through these, which are open (to close one: ${command}):`,
    ...(open.length > 0 ? open : ['none']).map((line) => `  ${line}`),
  ];
}

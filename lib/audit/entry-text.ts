// The sentence that describes an entry of the audit trail.

import { type EndpointId, endpointIds, endpointOf } from '../contract/index.ts';

/** The parts of an entry that its text needs. */
type EntryFacts = {
  action: string;
  outcome: string;
  endpoint: string | null;
  object: string | null;
  /** The user that the object is, if it is one. */
  about?: string | null;
  detail: Readonly<Record<string, unknown>>;
};

/** Views: most of the trail, and left out unless requested. */
const looking = [
  'read',
  'runs-list',
  'run-read',
  'links-list',
  'schedules-list',
  'batches-list',
  'batch-read',
  'writes-list',
  'write-read',
  'audit-list',
  'scenario-read',
];

/** Actions by group; actions in none of them are about accounts. */
export const actionGroups: Readonly<Record<string, readonly string[]>> = {
  looking,
  secrets: ['reveal'],
  files: [
    'report',
    'run-file',
    'item-file',
    'run-drop',
    'verify',
    'batch-begin',
    'batch-file',
    'audit-file',
    'link-make',
    'link-open',
    'link-file',
    'link-revoke',
    'schedule-make',
    'schedule-stop',
    'notice',
  ],
  scenarios: ['scenario-save', 'scenario-delete'],
  writes: ['write-intent', 'write', 'write-settled', 'write-action'],
};

/** The action of an entry that stands for many requests without a session, of one source and minute. */
export const rejectedRequests = 'requests-refused';

const counted = (value: unknown) => (typeof value === 'number' ? value : 0);

function countedText({ detail }: EntryFacts): string {
  const [rejected, led] = [counted(detail.count), counted(detail.providerSignIns)];
  const parts = [
    ...(rejected > 0 || led === 0
      ? [`Requests without a session refused: ${rejected.toLocaleString('en-US')}`]
      : []),
    ...(led > 0 ? [`Sign-ins started at the provider: ${led.toLocaleString('en-US')}`] : []),
  ];
  return parts.join('; ');
}

const titleOf = (endpoint: string | null) => {
  if (endpoint === null || !(endpointIds as readonly string[]).includes(endpoint)) return endpoint ?? '';
  const { report, summary } = endpointOf(endpoint as EndpointId);
  return report?.title ?? summary;
};

const field = (detail: EntryFacts['detail']) =>
  detail.field === 'secondaryTaxId' ? 'second tax ID' : 'tax ID';

const whom = ({ about, object }: EntryFacts) => about ?? object ?? 'an account';

const named = ({ detail }: EntryFacts) => (typeof detail.name === 'string' ? `, “${detail.name}”` : '');

/** The passkey's signature counter did not increase: the passkey may have been copied. */
const counterBack = ({ detail }: EntryFacts) =>
  detail.passkey === 'counter' ? ', with a passkey whose counter decreased' : '';

const fileOf = ({ endpoint }: EntryFacts) => (endpoint ? `“${titleOf(endpoint)}”` : 'a file');

/** To whom a link was sent, as its sender typed it. */
const addressee = ({ detail }: EntryFacts) =>
  typeof detail.name === 'string' ? `${detail.name} (${detail.email ?? ''})` : 'an addressee';

/** Why a link did not open. */
const why = ({ detail }: EntryFacts) => (typeof detail.why === 'string' ? `, ${detail.why}` : '');

/** The reason that the user had to enter. */
const because = ({ detail }: EntryFacts) => (typeof detail.reason === 'string' ? `: ${detail.reason}` : '');

const textByAction: Readonly<Record<string, (text: EntryFacts) => string>> = {
  call: () => 'Called the gateway',
  read: ({ endpoint, object }) => `Read “${titleOf(endpoint)}”${object ? ` of ${object}` : ''}`,
  report: ({ endpoint, detail }) =>
    `${detail.schedule ? 'Scheduled report' : 'Requested the report'} “${titleOf(endpoint)}”`,
  'schedules-list': () => 'Viewed own scheduled reports',
  'schedule-make': (text) => `Scheduled ${fileOf(text)}`,
  notice: (text) => `Sent a mail about ${fileOf(text)}`,
  'schedule-stop': (text) => `Stopped scheduling ${fileOf(text)}`,
  reveal: ({ object, detail }) => `Revealed the ${field(detail)} of ${object ?? 'a holder'}`,
  write: ({ endpoint, object }) => `Sent “${titleOf(endpoint)}”${object ? ` for ${object}` : ''}`,
  'write-intent': ({ endpoint, object }) =>
    `About to send “${titleOf(endpoint)}”${object ? ` for ${object}` : ''}`,
  'write-settled': ({ endpoint }) => `Outcome of “${titleOf(endpoint)}” was resolved`,
  'write-action': () => 'Acted on a pending entry',
  'write-read': () => 'Viewed own entry',
  'writes-list': () => 'Viewed own entries',
  'run-file': ({ endpoint }) => `Downloaded ${endpoint ? `“${titleOf(endpoint)}”` : 'a file'}`,
  'item-file': ({ endpoint, object }) => `Downloaded “${titleOf(endpoint)}”${object ? ` of ${object}` : ''}`,
  'run-read': () => 'Viewed own report',
  'runs-list': () => 'Viewed own downloads',
  verify: ({ endpoint }) =>
    endpoint ? `Verified a file: “${titleOf(endpoint)}”` : 'Verified a file that was not recognized',
  'run-drop': () => 'Deleted own file',
  'links-list': () => 'Viewed the links of a report',
  'link-make': (text) => `Sent ${fileOf(text)} to ${addressee(text)}`,
  'link-open': (text) => `Opened the link of ${addressee(text)} to ${fileOf(text)}${why(text)}`,
  'link-file': (text) => `Downloaded ${fileOf(text)} by the link of ${addressee(text)}${why(text)}`,
  'link-revoke': (text) => `Revoked the link of ${addressee(text)} to ${fileOf(text)}`,
  'setting-sending': ({ detail }) =>
    detail.allowed === true ? 'Allowed sending files by a link' : 'Stopped sending files by a link',
  'batch-begin': () => 'Requested an archive of reports',
  'batch-file': () => 'Downloaded an archive of reports',
  'batch-read': () => 'Viewed own archive',
  'batches-list': () => 'Viewed own archives',
  'sign-in': () => 'Signed in',
  'sign-out': () => 'Signed out',
  'step-up': (text) => `Re-authenticated${counterBack(text)}`,
  'password-change': () => 'Changed own password',
  'sessions-end': () => 'Ended own sessions',
  'second-factor-change': () => 'Changed own two-factor authentication',
  'sign-in-passkey': (text) => `Used a passkey to sign in${counterBack(text)}`,
  'passkey-options': () => 'Started to use a passkey',
  'passkey-add': (text) => `Added a passkey${named(text)}`,
  'passkey-change': () => 'Changed own passkey',
  'passkey-rename': () => 'Renamed own passkey',
  'passkey-remove': (text) => `Removed own passkey${named(text)}`,
  'provider-change': () => 'Requested to link or unlink own organization sign-in',
  'provider-bind': (text) => `Accepted the invitation of ${whom(text)} by organization sign-in`,
  'provider-link': () => 'Linked own account to organization sign-in',
  'provider-unlink': () => 'Unlinked own account from organization sign-in',
  'account-invite': (text) => `Invited ${whom(text)}`,
  'account-rights': (text) => `Changed role or issuers of ${whom(text)}`,
  'account-disable': (text) => `Disabled the account of ${whom(text)}`,
  'account-enable': (text) => `Enabled the account of ${whom(text)}`,
  'account-end-sessions': (text) => `Ended all sessions of ${whom(text)}`,
  'account-link': (text) => `Created a new invitation for ${whom(text)}`,
  'account-reset-second-factor': (text) =>
    `Removed two-factor authentication of ${whom(text)}${because(text)}`,
  'scenario-read': () => 'Viewed a scenario',
  'scenario-save': (text) => `Saved a scenario${named(text)}`,
  'scenario-delete': (text) => `Deleted a scenario${named(text)}`,
  'audit-list': () => 'Viewed the audit trail',
  'audit-file': () => 'Exported the audit trail',
  'audit-proof': () => 'Verified the audit trail',
  [rejectedRequests]: countedText,
};

/** 'Account invited' for `account-invited`: the text of an action that is not listed here. */
const plainActionText = (action: string) => {
  const texts = action.replace(/[^A-Za-z0-9]+/g, ' ').trim();
  return texts.charAt(0).toUpperCase() + texts.slice(1);
};

/** An entry as text. The outcome is added at the end unless it is `ok`. */
export function entryText(text: EntryFacts): string {
  const message = textByAction[text.action]?.(text) ?? plainActionText(text.action);
  if (text.outcome === 'ok' || text.action === rejectedRequests) return message;
  const code = typeof text.detail.code === 'string' ? ` (${text.detail.code.replaceAll('_', ' ')})` : '';
  return `${message} – ${text.outcome}${code}`;
}

import { type EndpointId, endpointIds, endpointOf } from '../contract/index.ts';

/** The parts of an entry that its text needs. */
type Said = {
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
  'batches-list',
  'batch-read',
  'writes-list',
  'write-read',
  'audit-list',
];

/** Actions by group; actions in none of them are about accounts. */
export const actionGroups: Readonly<Record<string, readonly string[]>> = {
  looking,
  secrets: ['reveal'],
  files: ['report', 'run-file', 'run-drop', 'batch-begin', 'batch-file', 'audit-file'],
  writes: ['write-intent', 'write', 'write-settled', 'write-action'],
};

/** The action of an entry that stands for many requests without a session, of one source and minute. */
export const refusedRequests = 'requests-refused';

const counted = (value: unknown) => (typeof value === 'number' ? value : 0);

function countedWords({ detail }: Said): string {
  const [refused, led] = [counted(detail.count), counted(detail.providerSignIns)];
  const parts = [
    ...(refused > 0 || led === 0
      ? [`Requests without a session refused: ${refused.toLocaleString('en-US')}`]
      : []),
    ...(led > 0 ? [`Sign-ins begun at the provider: ${led.toLocaleString('en-US')}`] : []),
  ];
  return parts.join('; ');
}

const titleOf = (endpoint: string | null) => {
  if (endpoint === null || !(endpointIds as readonly string[]).includes(endpoint)) return endpoint ?? '';
  const { report, summary } = endpointOf(endpoint as EndpointId);
  return report?.title ?? summary;
};

const field = (detail: Said['detail']) => (detail.field === 'secondaryTaxId' ? 'second tax id' : 'tax id');

const whom = ({ about, object }: Said) => about ?? object ?? 'somebody';

const named = ({ detail }: Said) => (typeof detail.name === 'string' ? `, “${detail.name}”` : '');

/** The passkey's signature counter did not increase: the passkey may have been copied. */
const counterBack = ({ detail }: Said) =>
  detail.passkey === 'counter' ? ', with a passkey whose counter went back' : '';

/** The reason that the user had to enter. */
const because = ({ detail }: Said) => (typeof detail.reason === 'string' ? `: ${detail.reason}` : '');

const sentences: Readonly<Record<string, (said: Said) => string>> = {
  call: () => 'Called the gateway',
  read: ({ endpoint, object }) => `Read “${titleOf(endpoint)}”${object ? ` of ${object}` : ''}`,
  report: ({ endpoint }) => `Asked for the report “${titleOf(endpoint)}”`,
  reveal: ({ object, detail }) => `Saw the ${field(detail)} of ${object ?? 'a holder'}`,
  write: ({ endpoint, object }) => `Sent “${titleOf(endpoint)}”${object ? ` for ${object}` : ''}`,
  'write-intent': ({ endpoint, object }) =>
    `About to send “${titleOf(endpoint)}”${object ? ` for ${object}` : ''}`,
  'write-settled': ({ endpoint }) => `Outcome of “${titleOf(endpoint)}” became known`,
  'write-action': () => 'Decided on an open entry',
  'write-read': () => 'Looked at an own entry',
  'writes-list': () => 'Looked at own entries',
  'run-file': ({ endpoint }) => `Downloaded ${endpoint ? `“${titleOf(endpoint)}”` : 'a file'}`,
  'run-read': () => 'Looked at an own report',
  'runs-list': () => 'Looked at own downloads',
  'run-drop': () => 'Deleted an own file',
  'batch-begin': () => 'Asked for an archive of reports',
  'batch-file': () => 'Downloaded an archive of reports',
  'batch-read': () => 'Looked at an own archive',
  'batches-list': () => 'Looked at own archives',
  'sign-in': () => 'Signed in',
  'sign-out': () => 'Signed out',
  'step-up': (said) => `Proved anew who they are${counterBack(said)}`,
  'password-change': () => 'Changed the own password',
  'sessions-end': () => 'Ended own sessions',
  'second-factor-change': () => 'Changed the own second factor',
  'sign-in-passkey': (said) => `Showed a passkey to sign in${counterBack(said)}`,
  'passkey-options': () => 'Began to use a passkey',
  'passkey-add': (said) => `Added a passkey${named(said)}`,
  'passkey-change': () => 'Changed an own passkey',
  'passkey-rename': () => 'Renamed an own passkey',
  'passkey-remove': (said) => `Removed an own passkey${named(said)}`,
  'provider-change': () => 'Asked to link or unlink the own sign-in at the organization',
  'provider-bind': (said) => `Took up the invitation of ${whom(said)} by a sign-in at the organization`,
  'provider-link': () => 'Linked the own account with a sign-in at the organization',
  'provider-unlink': () => 'Unlinked the own account from the sign-in at the organization',
  'account-invite': (said) => `Invited ${whom(said)}`,
  'account-rights': (said) => `Changed role or issuers of ${whom(said)}`,
  'account-disable': (said) => `Disabled the account of ${whom(said)}`,
  'account-enable': (said) => `Opened the account of ${whom(said)} again`,
  'account-end-sessions': (said) => `Ended all sessions of ${whom(said)}`,
  'account-link': (said) => `Made a new invitation for ${whom(said)}`,
  'account-reset-second-factor': (said) => `Removed the second factor of ${whom(said)}${because(said)}`,
  'audit-list': () => 'Looked at the audit trail',
  'audit-file': () => 'Exported the audit trail',
  'audit-proof': () => 'Had the audit trail proved',
  [refusedRequests]: countedWords,
};

/** 'Account invited' for `account-invited`: the text of an action that is not listed here. */
const plainWords = (action: string) => {
  const words = action.replace(/[^A-Za-z0-9]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** An entry as text. The outcome is added at the end unless it is `ok`. */
export function entryWords(said: Said): string {
  const sentence = sentences[said.action]?.(said) ?? plainWords(said.action);
  if (said.outcome === 'ok' || said.action === refusedRequests) return sentence;
  const code = typeof said.detail.code === 'string' ? ` (${said.detail.code.replaceAll('_', ' ')})` : '';
  return `${sentence} – ${said.outcome}${code}`;
}

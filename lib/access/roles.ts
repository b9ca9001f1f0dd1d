// The roles of users, and what each may see, request and write.

/** The class of a role; policy rows are written per class. */
export type RoleClass = 'ta' | 'issuer' | 'downloader';

/** What a role is called, and what it may see or request beyond its class. */
export type RoleRights = {
  title: string;
  /** What a user with the role may do, in a few words without a period. */
  can: string;
  class: RoleClass;
  /** All issuers, or only granted ones. */
  issuers: 'all' | 'granted';
  /** Contact data in JSON responses. */
  seesContact: boolean;
  /** Contact data in report files: none, postal address only, or all. */
  contactInReports: 'none' | 'address' | 'all';
  /** May request full tax IDs or access codes in a file, after step-up and with a reason. */
  taxIdsInReports: boolean;
  /** May see the full tax ID of one holder at a time, after step-up and with a reason. */
  revealsTaxId: boolean;
  /** May write holders and issuances. */
  writes: boolean;
  /** May ask the agent for something, for granted issuers. */
  sendsRequests: boolean;
  /** May save scenarios of the issuers whose cap table it sees. */
  savesScenarios: boolean;
  /** Accounts, audit trail, and metadata of other users' runs. */
  administers: boolean;
};

/** Every role of the dashboard: the only list of them. The store holds a name of it as text. */
export const roles = {
  'ta-admin': {
    title: 'Administrator',
    can: 'All issuers, all changes, and user accounts',
    class: 'ta',
    issuers: 'all',
    seesContact: true,
    contactInReports: 'all',
    taxIdsInReports: true,
    revealsTaxId: true,
    writes: true,
    sendsRequests: false,
    savesScenarios: true,
    administers: true,
  },
  'ta-operator': {
    title: 'Operator',
    can: 'All issuers; registers holders and issuances',
    class: 'ta',
    issuers: 'all',
    seesContact: true,
    contactInReports: 'all',
    taxIdsInReports: true,
    revealsTaxId: true,
    writes: true,
    sendsRequests: false,
    savesScenarios: true,
    administers: false,
  },
  'issuer-officer': {
    title: 'Issuer officer',
    can: 'Named issuers, with contact data; sends requests',
    class: 'issuer',
    issuers: 'granted',
    seesContact: true,
    contactInReports: 'all',
    taxIdsInReports: false,
    revealsTaxId: true,
    writes: false,
    sendsRequests: true,
    savesScenarios: true,
    administers: false,
  },
  'issuer-viewer': {
    title: 'Issuer viewer',
    can: 'Named issuers, without contact data',
    class: 'issuer',
    issuers: 'granted',
    seesContact: false,
    contactInReports: 'none',
    taxIdsInReports: false,
    revealsTaxId: false,
    writes: false,
    sendsRequests: false,
    savesScenarios: false,
    administers: false,
  },
  downloader: {
    title: 'Downloader',
    can: 'Files of named issuers only',
    class: 'downloader',
    issuers: 'granted',
    seesContact: false,
    contactInReports: 'address',
    taxIdsInReports: false,
    revealsTaxId: false,
    writes: false,
    sendsRequests: false,
    savesScenarios: false,
    administers: false,
  },
} as const satisfies Record<string, RoleRights>;

export type Role = keyof typeof roles;

export const roleNames = Object.keys(roles) as Role[];

/** Whether a text of the store is a role of this program. A user with another one has no access. */
export const isRole = (text: string): text is Role => Object.hasOwn(roles, text);

/** The name of a role on screens; of an unknown one, the text of the store. */
export const roleTitle = (role: string): string => (isRole(role) ? roles[role].title : role);

/** Roles that manage accounts. */
export const administrators = roleNames.filter((role) => roles[role].administers);

/**
 * A signed-in user as every check sees it. Read from the store at each request, never from claims in a cookie.
 */
export type User = {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** customerIssuerIds granted and not expired, or all of them. */
  issuers: 'all' | readonly number[];
  /** May see documents of items of these issuers; asked for users of issuers only. */
  seesDocuments: boolean;
  /** When the password was last entered; ISO instant. Null: an OpenID provider did not say. */
  authTime: string | null;
  sessionId: string;
  /** When the session began, as stored. Unchanged by a step-up, which renews the session ID. */
  sessionBegan: string;
};

/** Rights of a user's role. */
export function rightsOf(user: Pick<User, 'role'>): RoleRights {
  return roles[user.role];
}

/** Whether a user of this role sees documents of items only when that is granted. */
export const mayBeGrantedDocuments = (role: Role): boolean => roles[role].class === 'issuer';

/** Whether a user of this role must have a second factor under REQUIRE_SECOND_FACTOR. */
export const needsSecondFactor = (rule: 'none' | 'agent' | 'all', role: Role): boolean =>
  rule === 'all' || (rule === 'agent' && roles[role].class === 'ta');

/** The authority a role belongs to; policy rows are written per class (assurance §2.4). */
export type RoleClass = 'ta' | 'issuer' | 'downloader';

/** What a role may see or ask for beyond its class (decisions, "Roles", rulings 2 and 9). */
export type RoleRights = {
  class: RoleClass;
  /** `all` issuers, or only those granted. */
  issuers: 'all' | 'granted';
  /** Contact data in JSON answers. */
  seesContact: boolean;
  /** Contact data in report files: none, postal address only, or all. */
  contactInReports: 'none' | 'address' | 'all';
  /** May ask for full tax ids or access codes in a file, after step-up and with a reason. */
  taxIdsInReports: boolean;
  /** May see one holder's full tax id at a time, after step-up and with a reason (ruling 29). */
  revealsTaxId: boolean;
  /** May register holders and issuances. */
  writes: boolean;
  /** Accounts, audit trail, other people's run metadata. */
  administers: boolean;
};

/** Every role of the dashboard. */
export const roles = {
  'ta-admin': {
    class: 'ta',
    issuers: 'all',
    seesContact: true,
    contactInReports: 'all',
    taxIdsInReports: true,
    revealsTaxId: true,
    writes: true,
    administers: true,
  },
  'ta-operator': {
    class: 'ta',
    issuers: 'all',
    seesContact: true,
    contactInReports: 'all',
    taxIdsInReports: true,
    revealsTaxId: true,
    writes: true,
    administers: false,
  },
  'issuer-officer': {
    class: 'issuer',
    issuers: 'granted',
    seesContact: true,
    contactInReports: 'all',
    taxIdsInReports: false,
    revealsTaxId: true,
    writes: false,
    administers: false,
  },
  'issuer-viewer': {
    class: 'issuer',
    issuers: 'granted',
    seesContact: false,
    contactInReports: 'none',
    taxIdsInReports: false,
    revealsTaxId: false,
    writes: false,
    administers: false,
  },
  downloader: {
    class: 'downloader',
    issuers: 'granted',
    seesContact: false,
    contactInReports: 'address',
    taxIdsInReports: false,
    revealsTaxId: false,
    writes: false,
    administers: false,
  },
} as const satisfies Record<string, RoleRights>;

export type Role = keyof typeof roles;

export const roleNames = Object.keys(roles) as Role[];

/** A signed-in person as every check sees them: rows of the store, never claims of a cookie (assurance §2.3). */
export type Person = {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** customerIssuerIds granted and not expired, or all. */
  issuers: 'all' | readonly number[];
  /** When the password was last entered; ISO instant. */
  authTime: string;
  sessionId: string;
  /** When the session began, as the store writes it: the same before and after a step-up, which renews its id. */
  sessionBegan: string;
};

/** Rights of a person's role. */
export function rightsOf(person: Pick<Person, 'role'>): RoleRights {
  return roles[person.role];
}

/** Whether somebody of this role must have a second factor, by the rule of REQUIRE_SECOND_FACTOR. */
export const needsSecondFactor = (rule: 'none' | 'agent' | 'all', role: Role): boolean =>
  rule === 'all' || (rule === 'agent' && roles[role].class === 'ta');

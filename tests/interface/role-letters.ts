// A letter for each role, and the groups of roles that tests of access name by hand.

import type { Role } from '#lib/access/roles';

/** The letter of a role in `who` of an operation (operation.ts) or a page. */
export const letters: Record<Role, string> = {
  'ta-admin': 'A',
  'ta-operator': 'O',
  'issuer-officer': 'F',
  'issuer-viewer': 'V',
  downloader: 'D',
};

// Roles that several operations and pages have in common, by hand.

/** Users of the transfer agent, who see all issuers. */
export const agent = 'AO';
/** Users who see contact data and save scenarios. */
export const agentAndOfficers = 'AOF';
/** Users who see figures. */
export const figures = 'AOFV';
/** Users who create files without contact data. */
export const files = 'AOFVD';
/** Users who create files with postal addresses. */
export const addressFiles = 'AOFD';

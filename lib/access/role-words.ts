import type { Role } from './roles.ts';

/** The name of a role and a short text on what it may do. */
export const roleWords: Record<Role, { title: string; can: string }> = {
  'ta-admin': { title: 'Administrator', can: 'Every issuer, accounts of the dashboard' },
  'ta-operator': { title: 'Operator', can: 'Every issuer, all reports' },
  'issuer-officer': { title: 'Issuer officer', can: 'One issuer, all its reports' },
  'issuer-viewer': { title: 'Issuer viewer', can: 'One issuer, without contact data' },
  downloader: { title: 'Downloader', can: 'Reports of one issuer only' },
};

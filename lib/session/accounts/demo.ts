import type { Role } from '#lib/access/roles';

/** The sign-ins that `npm start` prints. Never present when REGISTRY_BASE_URL is set. */
export const demoPassword = 'harborline-demo';

export const demoUsers: readonly { email: string; name: string; role: Role; issuers: readonly number[] }[] = [
  { email: 'operator@harborline.example', name: 'Olivia Park', role: 'ta-operator', issuers: [] },
  { email: 'clerk@harborline.example', name: 'Casey Lindqvist', role: 'ta-operator', issuers: [] },
  { email: 'admin@harborline.example', name: 'Adrian Cole', role: 'ta-admin', issuers: [] },
  { email: 'officer@larkspur.example', name: 'Lena Brandt', role: 'issuer-officer', issuers: [1001] },
  { email: 'viewer@larkspur.example', name: 'Victor Hale', role: 'issuer-viewer', issuers: [1001] },
  { email: 'reports@prairie.example', name: 'Paula Reyes', role: 'downloader', issuers: [1004] },
];

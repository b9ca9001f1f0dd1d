// Browser calls and queries for links by which a file is sent.

import { queryOptions } from '@tanstack/react-query';
import { request } from './call.ts';
import type { ApiError } from './error.ts';
import type { PublicFile } from './public-verification.ts';

/** For how many days a link may be open, and how many downloads it may allow. */
export const linkDays = [1, 7, 30] as const;
export const linkDownloads = [1, 2, 5, 10, 20] as const;
export const linkDefaults = { days: 7, downloads: 5 } as const;

/** `no access`: its sender may not have the file any more. `file gone`: deleted or past its days. */
export type LinkState =
  | 'open'
  | 'used up'
  | 'expired'
  | 'revoked'
  | 'wrong codes'
  | 'no access'
  | 'file gone'
  | 'sending off';

/** A link as its sender and administrators see it; never its token or code. */
export type FileLink = {
  id: string;
  run: string;
  name: string;
  email: string;
  createdAt: string;
  expiresAt: string;
  state: LinkState;
  downloads: number;
  downloadsMax: number;
  lastDownloadAt: string | null;
  wrongCodes: number;
};

/** The links of a run. `canSend`: whether another may be made; `secret`: the file has full tax IDs or access codes. */
export type RunLinks = { canSend: 'yes' | 'off' | 'secret' | 'no'; links: readonly FileLink[] };

export type NewFileLink = { name: string; email: string; days: number; downloads: number };

/** Shown once: only digests of the address and of the code are stored. */
export type MadeLink = { address: string; code: string; link: FileLink };

const pathOf = (run: string) => `/api/runs/${encodeURIComponent(run)}/links`;

export const linksQuery = (run: string) =>
  queryOptions<RunLinks, ApiError>({
    queryKey: ['file-links', run],
    queryFn: async ({ signal }) => (await request(pathOf(run), { signal })) as RunLinks,
  });

export const makeLink = async (run: string, body: NewFileLink) =>
  (await request(pathOf(run), { method: 'POST', body })) as MadeLink;

export const revokeLink = async ({ run, id }: Pick<FileLink, 'run' | 'id'>) => {
  await request(`${pathOf(run)}/${encodeURIComponent(id)}`, { method: 'DELETE' });
};

/** What an addressee learns of a file that was sent, after the right code. */
export type SentFile = Pick<PublicFile, 'endpoint' | 'issuer' | 'asOf' | 'from' | 'createdAt'> & {
  fileName: string;
  bytes: number;
  sha256: string;
  sentBy: string;
  expiresAt: string;
  downloads: number;
  downloadsMax: number;
};

export const sentFilePath = '/api/public/file';
export const sentContentPath = '/api/public/file/content';

/** What was sent by a link. Needs no sign-in. */
export const openSentFile = async (body: { token: string; code: string }) =>
  (await request(sentFilePath, { method: 'POST', body })) as SentFile;

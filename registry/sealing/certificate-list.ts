// Lists the certificates with which files were sealed, and withdraws them.

import type { X509Certificate } from 'node:crypto';
import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '../db/session.ts';
import { certificatesIn, type SigningKey } from './signing-key.ts';

/** A certificate with which files are, or were, sealed. */
export type ListedCertificate = {
  certificate: X509Certificate;
  /** Those it is issued by. */
  issuers: readonly X509Certificate[];
  fingerprint: string;
  state: 'Current' | 'Retired' | 'Withdrawn';
  usedFrom: Date;
  /** First use of the next one; null while it is in use. */
  usedUntil: Date | null;
  withdrawnOn: CalendarDate | null;
  withdrawnReason: string;
  pem: string;
};

type Row = {
  fingerprint: string;
  pem: string;
  first_used_at: Date;
  used_until: Date | null;
  withdrawn_on: CalendarDate | null;
  withdrawn_reason: string;
};

/** Lists a certificate from its first use on; does nothing where it is listed. */
export async function listCertificate(
  db: Db,
  { certificate, issuers, fingerprint }: SigningKey,
  now: Date,
): Promise<void> {
  const pem = [certificate, ...issuers].map((one) => one.toString()).join('');
  await db.query(
    'insert into seal_certificate (fingerprint, pem, first_used_at) values ($1, $2, $3) on conflict do nothing',
    [fingerprint, pem, now.toISOString()],
  );
}

/** Every certificate listed, the newest first. `current` is the fingerprint of the one that signs now. */
export async function listedCertificates(db: Db, current: string | null): Promise<ListedCertificate[]> {
  const { rows } = await db.query<Row>(
    `select fingerprint, pem, first_used_at, withdrawn_on, withdrawn_reason,
            lead(first_used_at) over (order by first_used_at, fingerprint) as used_until
       from seal_certificate order by first_used_at desc, fingerprint desc`,
  );
  return rows.map((row) => {
    const [own, ...issuers] = certificatesIn(row.pem);
    if (!own) throw new Error('A listed certificate is empty.');
    return {
      certificate: own,
      issuers,
      fingerprint: row.fingerprint,
      state: row.withdrawn_on !== null ? 'Withdrawn' : row.fingerprint === current ? 'Current' : 'Retired',
      usedFrom: new Date(row.first_used_at),
      usedUntil: row.fingerprint === current || !row.used_until ? null : new Date(row.used_until),
      withdrawnOn: row.withdrawn_on,
      withdrawnReason: row.withdrawn_reason,
      pem: row.pem,
    };
  });
}

/** Whether the certificate is listed as withdrawn: nothing may be sealed with it. */
export async function isWithdrawn(db: Db, fingerprint: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from seal_certificate where fingerprint = $1 and withdrawn_on is not null',
    [fingerprint],
  );
  return (rowCount ?? 0) > 0;
}

/** Withdraws a certificate since a day; false when it is not listed. A day once stated is not changed to a later one. */
export async function withdrawCertificate(
  db: Db,
  fingerprint: string,
  { since, reason }: { since: CalendarDate; reason: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update seal_certificate set withdrawn_on = least(withdrawn_on, $2::date), withdrawn_reason = $3
      where fingerprint = $1`,
    [fingerprint, since, reason],
  );
  return (rowCount ?? 0) > 0;
}

// Route handler that verifies files without sign-in, and lists the signing certificates.

import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { ApiError } from '#lib/api/error';
import type { PublicFile, PublicKeys, PublicVerified } from '#lib/api/public-verification';
import { errorResponse, json } from '#lib/api/respond';
import { findRunsByDigest } from '#lib/runs/rows';
import { agentOperationsOf } from '#lib/upstream/agent-operations';
import { callUpstream } from '#lib/upstream/call';
import { beginEntry, noteError, recordFirst } from '../audited.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { readBody, rejectForeign } from '../request.ts';
import { readResponse } from '../response/read.ts';
import { enterPublic } from './enter-public.ts';
import { daysOf, readDigest } from './verify-file.ts';

/** What the registry says is shared by all callers for this long: nobody without an account makes it answer more often. */
const keepMs = 300_000;
/** A name is not worth a longer wait. */
const nameWaitMs = 2_000;

type Kept = { untilMs: number; value: Promise<unknown> };

const keptOf = new WeakMap<object, Map<string, Kept>>();

/** The value of `read`, shared while it is recent; one that failed is read again at the next request. */
function shared<T>(upstream: object, name: string, read: () => Promise<T>): Promise<T> {
  const kept = keptOf.get(upstream) ?? new Map<string, Kept>();
  keptOf.set(upstream, kept);
  const known = kept.get(name);
  if (known && Date.now() < known.untilMs) return known.value as Promise<T>;
  const value = read();
  const one = { untilMs: Date.now() + keepMs, value };
  kept.set(name, one);
  value.catch(() => kept.get(name) === one && kept.delete(name));
  return value;
}

export type PublicSetting = { isOn: boolean; zone: string };

/**
 * GET /api/public/verify: the certificates with which files are, or were, signed. POST `{ sha256 }`: whether a file with this
 * digest was created here: of which issuer, as of when, when. Never who created it, its name, or what happened
 * since. Without sign-in, limited per source and in all; 404 where the setting is off. Never throws.
 */
export async function handlePublicVerification(
  request: Request,
  pool: Pool,
  context: GatewayContext,
  { isOn, zone }: PublicSetting,
): Promise<Response> {
  const { about, entry } = beginEntry(request, context, 'verify');
  let isAdmitted = false;
  try {
    if (!isOn) throw new ApiError('not_found');
    if (request.headers.has('authorization')) throw new ApiError('unauthenticated');
    if (request.method === 'POST') rejectForeign(request, context.publicUrl);
    const leave = enterPublic(context, entry.address ?? null, 'publicVerify');
    try {
      isAdmitted = true;
      if (request.method !== 'POST') return json(await publicKeys(context), about);
      // Of bytes alone: the cells of a small workbook of another registry might be guessed.
      const digest = readDigest(await readBody(request));
      entry.object = digest.sha256;
      const [row] = await findRunsByDigest(pool, digest, 1);
      if (row) {
        entry.endpoint = row.endpoint;
        entry.issuer = row.issuer === null ? null : Number(row.issuer);
      }
      entry.detail = { known: row !== undefined };
      await recordFirst(context, entry);
      const file: PublicFile | null = row
        ? {
            endpoint: row.endpoint,
            issuer: row.issuer === null ? null : await issuerOf(context, Number(row.issuer)),
            createdAt: row.created_at,
            ...daysOf(row, zone),
          }
        : null;
      const verified: PublicVerified = { file };
      return json(verified, about);
    } finally {
      leave();
    }
  } catch (thrown) {
    const error = noteError(entry, thrown);
    // A request beyond the limits leaves no entry: a flood must not fill the trail.
    if (isAdmitted && request.method === 'POST') await context.audit.record(entry).catch(() => undefined);
    return errorResponse(error, about);
  }
}

/** Number and name; the name is null while the registry does not answer: who has the file can read it there. */
export async function issuerOf({ upstream }: GatewayContext, id: number): Promise<PublicFile['issuer']> {
  const read = shared(upstream, 'issuers', async () => {
    const rows = readResponse(await callUpstream(upstream, 'all', 'GetTransferAgentIssuers', {}));
    if (!Array.isArray(rows)) throw new ApiError('upstream_unreadable');
    return new Map(rows.map((row) => [Number(row?.customerIssuerId), String(row?.name ?? '')]));
  }).catch(() => new Map<number, string>());
  const names = await Promise.race([read, pause(nameWaitMs, new Map<number, string>())]);
  return { id, name: names.get(id) || null };
}

async function publicKeys({ upstream }: GatewayContext): Promise<PublicKeys> {
  return shared(upstream, 'keys', async () => {
    const operations = await agentOperationsOf(upstream);
    if (!operations.has('GetSealCertificate')) return { certificates: null };
    const response = readResponse(await callUpstream(upstream, 'all', 'GetSealCertificate', {})) as {
      certificates?: unknown;
    } | null;
    if (!Array.isArray(response?.certificates)) throw new ApiError('upstream_unreadable');
    return { certificates: response.certificates.map(keyOf) };
  });
}

const text = (value: unknown) => (value === null || value === undefined ? null : String(value));

/** What everybody may know of a certificate; the reason of a withdrawal is for the agent. */
function keyOf(row: Record<string, unknown>): NonNullable<PublicKeys['certificates']>[number] {
  const state = row.state === 'Current' || row.state === 'Withdrawn' ? row.state : 'Retired';
  return {
    subject: text(row.subject) ?? '',
    issuedBy: text(row.issuedBy) ?? '',
    serialNumber: text(row.serialNumber) ?? '',
    validFrom: text(row.validFrom) ?? '',
    validTo: text(row.validTo) ?? '',
    fingerprint: text(row.fingerprint) ?? '',
    rootFingerprint: text(row.rootFingerprint),
    pem: text(row.pem) ?? '',
    state,
    usedFrom: text(row.usedFrom) ?? '',
    usedUntil: text(row.usedUntil),
    withdrawnOn: text(row.withdrawnOn),
  };
}

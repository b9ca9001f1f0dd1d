// Has the control book of a day made as a file, and reads it.

import 'server-only';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decide } from '#lib/access/decide';
import type { User } from '#lib/access/roles';
import { ApiError, isApiError } from '#lib/api/error';
import { writeJson } from '#lib/contract/wire/index';
import { exact } from '#lib/format/exact-shares';
import { type BookFile, type BookFileCell, type BookFileSheet, bookFileOf } from '#lib/proof/book-file';
import type { ClassAnswers } from '#lib/proof/file-comparisons';
import { booksClause } from '#lib/reports/first-day';
import { Refusal } from '#lib/sheet/read/refusal';
import { isWorkbook, openWorkbook } from '#lib/sheet/read/workbook-reader';
import { defaultLimits, openZip } from '#lib/sheet/read/zip-reader';
import { callUpstream, openFile } from '#lib/upstream/call';
import { authorizeOperation, authorizeRead } from '../authorize.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { explainFor, performRead } from '../perform.ts';
import { readResponse } from '../response/read.ts';
import { readOwnershipSummary } from './ownership-summary.ts';

/** The control book of an issuer from its file, with the interface's answers of the same day; or why there is none. */
export type ControlBookRead =
  | { file: BookFile; answers: readonly ClassAnswers[]; readAt: string }
  /** A clause: 'could not be read from its file: …'. */
  | { reason: string };

const fileBytesMax = 64 * 1024 ** 2;
const rowsMax = 100_000;
const limits = {
  ...defaultLimits,
  fileMax: fileBytesMax,
  entryMax: 256 * 1024 ** 2,
  totalMax: 512 * 1024 ** 2,
};

type About = { requestId: string; signal?: AbortSignal };

/**
 * Reads the control book of a day from the file that every registry makes: whether books are in proof cannot be said
 * without it. The balance is read before and after, so that figures of two states are never compared. A file that
 * cannot be read is a result, not an error. Throws ApiError where the answers of the interface cannot be had.
 */
export async function readControlBookFile(
  context: GatewayContext,
  user: User,
  issuer: number,
  day: string,
  about: About,
): Promise<ControlBookRead> {
  authorizeOperation(user, 'GenerateControlBook');
  const input = { customerIssuerId: issuer, startDate: day, endDate: day, isPDF: false };
  if (!decide(user, 'GenerateControlBook', input).allowed) throw new ApiError('forbidden');
  for (let round = 0; round < 2; round += 1) {
    const before = await balancesOf(context, user, issuer, day, about);
    const answers = await answersOf(context, user, issuer, day, before);
    const file = await bookOf(context, user, input, before, day);
    if ('reason' in file) return file;
    const after = await balancesOf(context, user, issuer, day, about);
    if (writeJson(before) === writeJson(after)) return { file, answers, readAt: new Date().toISOString() };
  }
  return { reason: 'could not be read: the register changed during reading' };
}

type Row = Record<string, unknown>;

async function balancesOf(context: GatewayContext, user: User, issuer: number, day: string, about: About) {
  const input = authorizeRead(user, 'GetIssuerBalance', { CustomerIssuerId: issuer, CutoffDate: day });
  const rows = await performRead(context, user, 'GetIssuerBalance', input, about);
  if (!Array.isArray(rows)) throw new ApiError('upstream_unreadable');
  return rows as Row[];
}

async function answersOf(
  context: GatewayContext,
  user: User,
  issuer: number,
  day: string,
  balances: readonly Row[],
): Promise<ClassAnswers[]> {
  const owners = { customerIssuerId: issuer, cutoff: day, sortBy: 'Shares', orderBy: 'Descending' } as const;
  const { totals } = await readOwnershipSummary(user, owners, { shown: 1, ranks: [1] }, context);
  return balances.map((balance) => {
    const className = String(balance.className);
    const owned = totals.find((one) => one.className === className);
    return {
      className,
      isUnlimited: balance.isUnlimited === true,
      authorized: exact(balance.authorizedShares),
      issued: exact(balance.totalIssuedShares),
      outstanding: exact(balance.totalOutstandingShares),
      reserved: exact(balance.totalReserveShares),
      holders: exact(balance.totalShareholder),
      ownedShares: owned ? owned.held : 0n,
      ownedHolders: BigInt(owned?.holders ?? 0),
    };
  });
}

const unread = (reason: string) => ({ reason: `could not be read from its file: ${reason}` });

async function bookOf(
  { upstream }: GatewayContext,
  user: User,
  input: Readonly<Record<string, unknown>> & { customerIssuerId: number },
  balances: readonly Row[],
  day: string,
): Promise<BookFile | { reason: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'control-book-'));
  try {
    const text = await callUpstream(upstream, user.issuers, 'GenerateControlBook', input, {
      explain: explainFor(upstream, user, 'GenerateControlBook'),
    });
    const link = (readResponse(text) as { downloadUrl?: unknown } | null)?.downloadUrl;
    const { body } = await (await openFile(upstream, user.issuers, link, 'GenerateControlBook'))();
    const path = join(folder, 'file');
    await save(path, body);
    const { sheets, is1904 } = await sheetsOf(path);
    const found = bookFileOf(sheets, {
      issuer: input.customerIssuerId,
      names: await namesOf(upstream, user, input.customerIssuerId),
      day,
      classes: balances.map((one) => ({
        className: String(one.className),
        issued: exact(one.totalIssuedShares),
      })),
      is1904,
    });
    return 'reason' in found ? unread(found.reason) : found;
  } catch (error) {
    if (error instanceof Refusal) return unread('it is no workbook that can be read');
    // The book of the first day would begin with the balance of the day before.
    const before = isApiError(error) ? booksClause(error.message) : '';
    if (before) return unread(before);
    if (isApiError(error))
      return unread(`the registry did not give it (${error.message.split('. ')[0]?.replace(/\.$/, '')})`);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function namesOf(upstream: GatewayContext['upstream'], user: User, issuer: number): Promise<string[]> {
  const rows = readResponse(await callUpstream(upstream, user.issuers, 'GetTransferAgentIssuers', {}));
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: Row | null) =>
    Number(row?.customerIssuerId) === issuer && typeof row?.name === 'string' ? [row.name] : [],
  );
}

async function save(path: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > fileBytesMax) throw new Refusal('F01', 'The file is too large.');
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
}

async function sheetsOf(path: string): Promise<{ sheets: BookFileSheet[]; is1904: boolean }> {
  const zip = await openZip(path, limits);
  try {
    if (!isWorkbook(zip)) throw new Refusal('F01', 'The file is no workbook.');
    const book = await openWorkbook(zip);
    try {
      const sheets: BookFileSheet[] = [];
      let count = 0;
      for (const sheet of book.sheets) {
        const rows: (readonly BookFileCell[])[] = [];
        for await (const part of sheet.rows([])) {
          count += part.length;
          if (count > rowsMax) throw new Refusal('F01', 'The file has too many rows.');
          // Rows come with gaps; a gap becomes undefined.
          for (const { cells } of part) rows.push(Array.from(cells));
        }
        sheets.push({ name: sheet.name, rows });
      }
      return { sheets, is1904: book.is1904 };
    } finally {
      book.close();
    }
  } finally {
    await zip.close();
  }
}

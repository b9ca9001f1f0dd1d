// Responses about uploaded registers and bulk sheets.

import type { ExactResponseFor } from '#lib/contract/index';
import { countsOf } from '#registry/bulk/bulk-rows';
import type { Db } from '#registry/db/session';
import { HttpError, notFound } from '#registry/http/http-error';
import { linkCodes } from '#registry/import/check/known-registrations';
import { fieldOf, withClassColumns } from '#registry/import/fields/class-columns';
import { sheetOf, sheets } from '#registry/import/fields/index';
import { findPull, historyIn } from '#registry/import/files/pulls';
import {
  classNames,
  type FileRow,
  findFile,
  type Outcome,
  outcomeOf,
  stepsOf,
  typedTotalsOf,
} from '#registry/import/files/register-file-rows';
import { codesOf } from '#registry/import/read/unlisted-values';
import type { Context } from '../context.ts';

type Summary = ExactResponseFor<'GetRegisterFiles'>['files'][number];
type Detail = ExactResponseFor<'GetRegisterFile'>;

/** A register has no issuer before it is posted: only clients for all issuers bring one in, or see one. */
export function needAllIssuers({ caller }: Pick<Context, 'caller'>): void {
  if (caller.issuers !== 'all')
    throw new HttpError(403, 'Only clients for all issuers may use the operations on registers.');
}

/** The file by its number. Throws 403 or 404. */
export async function registerFile(
  ctx: Pick<Context, 'caller'>,
  db: Db,
  fileId: number,
  isLocked = false,
): Promise<FileRow> {
  needAllIssuers(ctx);
  const file = fileId <= 2_147_483_647 ? await findFile(db, fileId, isLocked) : undefined;
  if (!file) throw notFound('The file');
  return file;
}

export function registerSummary(file: FileRow): Summary {
  const { work } = file;
  return {
    registerFileId: file.id,
    version: file.version,
    kind: file.kind,
    state: file.state,
    name: file.name,
    bytes: file.bytes,
    isUploaded: file.bytes > 0n,
    sha256: file.sha256,
    uploadedBy: file.uploaded_by,
    uploadedAt: file.uploaded_at,
    customerIssuerId: file.customer_issuer_id,
    issuerName: file.issuer_name,
    asOf: file.as_of,
    source: file.source,
    counts: outcomeOf(file)?.counts ?? null,
    work: work && {
      kind: work,
      step: file.work_step,
      rows: file.work_rows,
      since: file.work_since ?? file.uploaded_at,
    },
    problem: file.problem,
  };
}

/** How sentences name the file. */
export const nounOf = ({ kind }: Pick<FileRow, 'kind'>): string =>
  kind === 'Bulk' ? 'bulk sheet' : 'register';

/** Whether a second user has to approve a file: it is whole, so every rule but none asks for it. */
export const needsSecondUser = ({ work }: Pick<Context, 'work'>): boolean => work.approval !== 'none';

/** Columns and fields by the names that the file and the template have. */
function unknownColumns(outcome: Outcome | null): Pick<Detail, 'columns' | 'fields'> {
  const columns = outcome?.unknownColumns ?? [];
  const foreign = sheets.filter(({ key }) => columns.some((one) => one.sheet === key));
  return {
    columns: columns.map(({ sheet: key, header, field, isMapped }) => {
      const sheet = sheetOf(key);
      return { ...{ sheet: sheet.name, header, isMapped }, field: fieldOf(sheet, field)?.name ?? null };
    }),
    fields: foreign
      .map((sheet) => withClassColumns(sheet, classNames(outcome)))
      .flatMap(({ name: sheet, fields }) =>
        fields.map(({ name, required }) => ({ sheet, name, isRequired: required === true })),
      ),
  };
}

/** Values and the lists of their fields, by the names that the file and the template have. */
function unknownValues(outcome: Outcome | null): Pick<Detail, 'values' | 'lists'> {
  const found = (outcome?.unknownValues ?? []).flatMap(({ sheet: key, field: of, ...one }) => {
    const sheet = sheets.find((each) => each.key === key);
    const field = sheet?.fields.find((each) => each.key === of);
    return sheet && field ? [{ ...one, sheet: sheet.name, field: field.name, type: field.type }] : [];
  });
  const lists = new Map(
    found.map(({ sheet, field, type }) => [`${sheet}\n${field}`, { sheet, field, type }]),
  );
  return {
    values: found.map(({ type: _type, ...one }) => one),
    lists: [...lists.values()].map(({ sheet, field, type }) => ({
      ...{ sheet, field },
      // Of the registrations that are here, where the field has no list.
      codes: (codesOf(type) ?? linkCodes).map(([code, meaning]) => ({ code, meaning })),
    })),
  };
}

async function pullOf(db: Db, fileId: number): Promise<Detail['pull']> {
  const pull = await findPull(db, fileId);
  if (!pull) return null;
  return {
    ...{ base: pull.base, remoteIssuerId: pull.remote_issuer, clientId: pull.client_id },
    withoutHistory: pull.without_history,
    history: historyIn(pull),
  };
}

export async function registerDetail(
  ctx: Pick<Context, 'caller' | 'work'>,
  db: Db,
  fileId: number,
): Promise<Detail> {
  const file = await registerFile(ctx, db, fileId);
  const outcome = outcomeOf(file);
  return {
    ...registerSummary(file),
    results: file.kind === 'Bulk' && outcome ? await countsOf(db, file.id) : null,
    pull: await pullOf(db, file.id),
    isStopping: file.is_stopping,
    received: file.received,
    rows: Object.entries(outcome?.rows ?? {}).map(([sheet, rows]) => ({ sheet, rows })),
    books: outcome?.books ?? null,
    totals: outcome?.totals ?? [],
    typedTotals: typedTotalsOf(file),
    classes: outcome?.classes ?? [],
    ...unknownColumns(outcome),
    ...unknownValues(outcome),
    byCode: outcome?.byCode ?? [],
    hasFindingsFile: file.has_findings_file,
    isApprovalRequired: needsSecondUser(ctx),
    approvedBy: file.approved_by,
    acceptedReason: file.accepted,
    title: file.title,
    history: await stepsOf(db, file.id),
  };
}

import { columnLetters } from '#lib/sheet/worksheet';
import { bulkSheets } from '#registry/bulk/sheet/fields';
import type { Registry } from '../boot.ts';
import { type Cell, workbook } from '../import/workbook.ts';
import { clerk, operator } from './items.ts';
import { type Actor, type Answer, registersOf } from './registers.ts';

/** Sheets of instructions for tests: rows by the keys of their columns. */
export type SheetRows = readonly Readonly<Record<string, string>>[];

const fieldsOf = (key: string) => bulkSheets.find((sheet) => sheet.key === key)!;

/** One sheet as a CSV file, with the columns that the rows use. */
export function csvOf(key: string, rows: SheetRows): Buffer {
  const { fields } = fieldsOf(key);
  const used = fields.filter(
    ({ key: name, required }) => required === true || rows.some((row) => name in row),
  );
  const lines = rows.map((row) => used.map(({ key: name }) => row[name] ?? ''));
  const quoted = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  return Buffer.from([used.map(({ name }) => name), ...lines].map(quoted).join('\r\n'));
}

/** A workbook with sheets by key, whose cells may be of any kind. */
export function bookOf(sheets: Readonly<Record<string, readonly Readonly<Record<string, Cell>>[]>>) {
  const rows = Object.entries(sheets).map(([key, list]) => {
    const { name, fields } = fieldsOf(key);
    const at = (values: Readonly<Record<string, Cell>>) =>
      Object.fromEntries(
        fields.flatMap((field, index) =>
          values[field.key] === undefined ? [] : [[columnLetters(index), values[field.key]!]],
        ),
      );
    const header = Object.fromEntries(fields.map((field, index) => [columnLetters(index), field.name]));
    return [
      name,
      { 1: header, ...Object.fromEntries(list.map((one, index) => [index + 2, at(one)])) },
    ] as const;
  });
  return workbook({ rows: Object.fromEntries(rows) });
}

export function bulkOf(registry: Registry) {
  const registers = registersOf(registry);

  async function upload(
    bytes: Uint8Array,
    actor: Actor = clerk,
    name = 'instructions.csv',
  ): Promise<Answer['body']> {
    const created: Answer = await registry.call(registers.at('/create'), {
      body: { actor, name, bytes: bytes.length, kind: 'Bulk' },
    });
    return (await registers.part(created.body.registerFileId, 0, bytes, actor)).body;
  }

  const checked = async (bytes: Uint8Array, actor: Actor = clerk) =>
    registers.done('check', await upload(bytes, actor), actor);

  /** Checks, approves by another user and posts; returns the sheet with its results. */
  async function posted(bytes: Uint8Array, by: Actor = clerk, approver: Actor = operator) {
    const file = await checked(bytes, by);
    const acceptedReason = file.counts.warning > 0 ? 'Looked at' : null;
    const approved = await registers.step('approve', file, approver, { acceptedReason });
    if (approved.status !== 200) throw new Error(`approve: ${approved.status} ${approved.text}`);
    const ended = await registers.done('post', approved.body, approver);
    if (ended.problem) throw new Error(`${ended.problem} ${JSON.stringify(registry.log.at(-1))}`);
    return ended;
  }

  async function results(registerFileId: number): Promise<Answer['body'][]> {
    const { body }: Answer = await registry.call(
      registers.at(`/results?registerFileId=${registerFileId}&numberOfRows=1000`),
    );
    return body.results;
  }

  async function findings(registerFileId: number): Promise<Answer['body'][]> {
    const { body }: Answer = await registry.call(registers.at(`/findings?registerFileId=${registerFileId}`));
    return body.findings;
  }

  return { ...registers, upload, checked, posted, results, findings };
}

/** What every row of Issuances has. */
export const issuance = (batch: string, account: string, more: Record<string, string> = {}) => ({
  ...{ batch, issuer_id: '1001', effective_on: '2026-11-20', form: 'BookEntry', account, shares: '10' },
  ...{ restriction: 'N', authority: 'Board resolution of 2026-11-12', ...more },
});

/** Columns of a holder for an account that is not there yet. */
export const newHolder = (name: string) => ({
  ...{ name, account_type: 'Individual', address1: '12 Orchard Lane', city: 'Dayton', state: 'OH' },
  ...{ postal_code: '45402', country: 'US', tax_id: '900010001', tax_id_type: 'SSN' },
});

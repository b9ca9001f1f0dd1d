import type { Finding, FindingSource } from '../findings.ts';
import type { SheetSource } from './read-sheet.ts';

/** A register in a file, whatever its form: sheets whose rows are read one by one. */
export type RegisterFile = {
  is1904: boolean;
  /** The sheets that the file has, by their key in the table of fields; a long one has several parts. */
  sheets: ReadonlyMap<string, readonly SheetSource[]>;
  /** Names of sheets or files that hold no part of a register. */
  unknown: readonly string[];
  /** What was found while the file was opened. */
  findings?: readonly Finding[];
  /** Required fields that may be blank in this file, by sheet. */
  optional?: ReadonlyMap<string, ReadonlySet<string>>;
  /** It was pulled from another registry: nobody can correct its history in the file. */
  isPulled?: boolean;
  /** Where a cell comes from, in a file whose rows are made from other objects. */
  sourceOf?(place: Pick<Finding, 'sheet' | 'row' | 'field'>): FindingSource | undefined;
  close(): Promise<void>;
};

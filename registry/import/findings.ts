// Findings of a check: severity, place and sentence, and their collection.

/**
 * stop: the file is not read further. error: blocks posting. warning: posting needs a decision with its reason.
 * note: something was made plain.
 */
export type Severity = 'stop' | 'error' | 'warning' | 'note';

/** Where a fact of an Open Cap Table package is: its file, the id of the object and the property. */
export type FindingSource = { file: string; object: string; property: string };

export type Finding = {
  code: string;
  severity: Severity;
  /** '' for the file as a whole. */
  sheet: string;
  /** Row of the sheet, from 1; null for the sheet as a whole. */
  row: number | null;
  /** Header of the column; '' for the row as a whole. */
  field: string;
  /** Reference such as H8; '' where there is no cell. */
  cell: string;
  /** The value as it is in the cell. */
  value: string;
  sentence: string;
  /** Only for a package: its objects are shown as rows of sheets. */
  source?: FindingSource;
};

export type Findings = {
  add(finding: Finding): void;
  /** Counts findings that are not shown one by one. */
  addUnseen(code: string, severity: Severity, number: number): void;
  /** Takes back kept findings of a sheet for which the test is true. */
  drop(sheet: string, isDropped: (finding: Finding) => boolean): void;
  /** The cell has a finding already. */
  isFlagged(sheet: string, cell: string): boolean;
  /** The findings that were kept, in the order of sheets and rows. */
  list(sheetOrder: readonly string[]): Finding[];
  counts(): Record<Severity, number>;
  /** How often each code was found, kept or not. */
  byCode(): ReadonlyMap<string, number>;
};

/** Findings kept of each code, so that a file full of one error does not fill the memory. All are counted. */
export const keptOfCode = 2000;
const valueMax = 200;

export function collectFindings(): Findings {
  let kept: Finding[] = [];
  const counts: Record<Severity, number> = { stop: 0, error: 0, warning: 0, note: 0 };
  const byCode = new Map<string, number>();
  const cells = new Set<string>();
  const count = ({ code, severity }: Pick<Finding, 'code' | 'severity'>, by: number) => {
    counts[severity] += by;
    byCode.set(code, (byCode.get(code) ?? 0) + by);
  };
  return {
    add(finding) {
      count(finding, 1);
      if (byCode.get(finding.code)! > keptOfCode) return;
      kept.push({ ...finding, value: short(finding.value) });
      if (finding.cell) cells.add(`${finding.sheet}!${finding.cell}`);
    },
    addUnseen: (code, severity, number) => count({ code, severity }, number),
    drop(sheet, isDropped) {
      kept = kept.filter((finding) => {
        const isGone = finding.sheet === sheet && isDropped(finding);
        if (isGone) count(finding, -1);
        return !isGone;
      });
    },
    isFlagged: (sheet, cell) => cells.has(`${sheet}!${cell}`),
    list(sheetOrder) {
      const place = new Map(sheetOrder.map((name, index) => [name, index]));
      const of = ({ sheet }: Finding) => (sheet === '' ? -1 : (place.get(sheet) ?? sheetOrder.length));
      return kept
        .map((finding, index) => ({ finding, index }))
        .sort(
          (a, b) =>
            of(a.finding) - of(b.finding) || (a.finding.row ?? 0) - (b.finding.row ?? 0) || a.index - b.index,
        )
        .map(({ finding }) => finding);
    },
    counts: () => ({ ...counts }),
    byCode: () => new Map([...byCode].filter(([, number]) => number > 0)),
  };
}

/** A value as sentences show it: its beginning, if it is long. */
export const short = (value: string): string =>
  value.length > valueMax ? `${value.slice(0, valueMax - 1)}…` : value;

/** '3 errors, 1 warning, 0 notes'; what stops the reading counts as an error. */
export function countsText({ stop, error, warning, note }: Record<Severity, number>): string {
  const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
  return [counted(stop + error, 'error'), counted(warning, 'warning'), counted(note, 'note')].join(', ');
}

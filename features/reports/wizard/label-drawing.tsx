import type { LabelFamily, LabelSheet } from '#lib/contract/labels';

/** Every label code with its sheet, as plain data. */
export type LabelSheets = {
  families: Readonly<Record<LabelFamily, LabelSheet>>;
  codes: Readonly<Record<string, LabelFamily>>;
};

const paper = { width: 8.5, height: 11 };

/** The chosen label sheet, to scale: US Letter with its labels where they will be printed. */
export function LabelDrawing({ sheets, code }: { sheets: LabelSheets; code: string }) {
  const family = sheets.codes[code];
  const sheet = family && sheets.families[family];
  if (!sheet) return null;
  const { columns, rows, width, height } = sheet;
  const labels = Array.from({ length: columns * rows }, (_, at) => ({
    x: sheet.left + (at % columns) * sheet.pitchX,
    y: sheet.top + Math.floor(at / columns) * sheet.pitchY,
  }));
  const inches = (value: number) => `${Math.round(value * 1000) / 1000}″`;
  const text = `${columns} across, ${rows} down; each label ${inches(width)} wide and ${inches(height)} high.`;
  return (
    <figure className="mt-3">
      <figcaption className="text-xs text-muted">
        Sheet {code.replace('LABEL', '')} on US Letter, drawn to scale
      </figcaption>
      <svg
        viewBox={`0 0 ${paper.width} ${paper.height}`}
        className="mt-1 h-64 rounded-sm border border-line bg-raised"
        role="img"
        aria-label={`Label sheet ${code.replace('LABEL', '')}: ${text}`}
      >
        {labels.map(({ x, y }) => (
          <rect
            key={`${x} ${y}`}
            x={x + 0.02}
            y={y + 0.02}
            width={width - 0.04}
            height={height - 0.04}
            rx={0.08}
            fill="var(--accent-soft)"
            stroke="var(--rule)"
            strokeWidth={0.03}
          />
        ))}
      </svg>
      <p className="mt-1 text-xs text-muted">{text} Print at actual size.</p>
    </figure>
  );
}

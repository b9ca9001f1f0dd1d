'use client';

import { buttonClass } from '#components/ui/button';
import { Section } from '#components/ui/text';
import { addressOf } from '#lib/api/call';
import { useApi } from '#lib/api/provider';
import { wordsOf } from './model.ts';
import type { FileKind } from './types.ts';

const files = [
  { label: 'Template (XLSX)', input: { format: 'xlsx', isExample: false } },
  { label: 'Filled example (XLSX)', input: { format: 'xlsx', isExample: true } },
  { label: 'Template (CSV files)', input: { format: 'csv', isExample: false } },
] as const;

/** The workbook to fill, empty and filled for a fictional issuer. */
export function TemplateLinks({ kind }: { kind: FileKind }) {
  const { wire } = useApi();
  if (!wire.GetRegisterTemplate) return null;
  return (
    <Section title="Template">
      <p className="mb-3 max-w-prose">{wordsOf(kind).template}</p>
      <div className="flex flex-wrap gap-2">
        {files.map(({ label, input }) => (
          <a
            key={label}
            className={buttonClass('secondary')}
            href={addressOf(wire, 'GetRegisterTemplate', { kind, ...input })}
            download
          >
            {label}
          </a>
        ))}
      </div>
    </Section>
  );
}

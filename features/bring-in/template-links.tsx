'use client';

import { buttonClass } from '#components/ui/button';
import { Section } from '#components/ui/text';
import { addressOf } from '#lib/api/call';
import { useApi } from '#lib/api/provider';

const files = [
  { label: 'Template (XLSX)', input: { format: 'xlsx', isExample: false } },
  { label: 'Filled example (XLSX)', input: { format: 'xlsx', isExample: true } },
  { label: 'Template (CSV files)', input: { format: 'csv', isExample: false } },
] as const;

/** The workbook to fill, empty and filled for a fictional issuer. */
export function TemplateLinks() {
  const { wire } = useApi();
  if (!wire.GetRegisterTemplate) return null;
  return (
    <Section title="Template">
      <p className="mb-3 max-w-prose">
        One sheet for each part of the register: source, issuer, classes, limits, holders, positions, control
        totals. Its first sheets explain every column and list the allowed values.
      </p>
      <div className="flex flex-wrap gap-2">
        {files.map(({ label, input }) => (
          <a
            key={label}
            className={buttonClass('secondary')}
            href={addressOf(wire, 'GetRegisterTemplate', input)}
            download
          >
            {label}
          </a>
        ))}
      </div>
    </Section>
  );
}

import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { type Definition, DefinitionList, Section } from '#components/ui/text';
import type { HolderRecord } from '../profile.ts';
import { recordParts } from '../record-parts.ts';

type Props = {
  record: HolderRecord;
  contact: boolean;
  today: string;
  past: boolean;
  /** The account whose tax ids may be shown in full; null where the role does not allow it. */
  reveal: { issuer: number; account: string } | null;
};

// Loaded on demand: few users request a full number.
const RevealTaxId = lazyComponent(
  () => import('./reveal-tax-id.tsx').then((part) => part.RevealTaxId),
  null,
  'when drawn',
);

const taxIds = [
  ['primaryTaxId', 'Tax ID'],
  ['secondaryTaxId', 'Second tax ID'],
] as const;

/** The registration with every field the registry has. */
export function RecordTab({ record, contact, today, past, reveal }: Props) {
  const definitions = (fields: readonly (readonly [string, string])[]): Definition[] =>
    fields.map(([term, detail]) => ({ term, detail: detail || <span className="text-muted">–</span> }));
  return (
    <div className="grid gap-x-10 xl:grid-cols-2">
      {recordParts(record, contact).map(({ title, fields, note }, index) => (
        <Section
          key={title}
          title={title}
          aside={index === 0 && <CurrentOnlyLabel past={past} today={today} />}
          className="mt-4!"
        >
          {note ? <p className="py-1 text-muted">{note}</p> : <DefinitionList items={definitions(fields)} />}
          {reveal &&
            taxIds.map(
              ([field, label]) =>
                record[field] &&
                fields.some(([term]) => term === label) && (
                  <RevealTaxId key={field} field={field} label={label} {...reveal} />
                ),
            )}
        </Section>
      ))}
    </div>
  );
}

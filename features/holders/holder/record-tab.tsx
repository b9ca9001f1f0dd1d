import { useAgentOperations } from '#components/data/agent-operations';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { type Definition, DefinitionList } from '#components/ui/definition-list';
import { Section } from '#components/ui/text';
import type { HolderRecord } from '../profile.ts';
import { recordParts } from '../record-parts.ts';

type Props = {
  issuer: number;
  account: string;
  /** The time zone of the registry, for the times of changes. */
  zone: string;
  record: HolderRecord;
  contact: boolean;
  today: string;
  past: boolean;
  /** Whether the role may see tax ids in full. */
  reveal: boolean;
};

// Loaded on demand: few users request a full number.
const RevealTaxId = lazyComponent(
  () => import('./reveal-tax-id.tsx').then((part) => part.RevealTaxId),
  null,
  'when drawn',
);

const RecordChanges = lazyComponent(
  () => import('./record-changes.tsx').then((part) => part.RecordChanges),
  <LoadingPlaceholder text="Loading changes…" lines={4} />,
  'when drawn',
);

const taxIds = [
  ['primaryTaxId', 'Tax ID'],
  ['secondaryTaxId', 'Second tax ID'],
] as const;

/** The registration with every field the registry has, and its changes where the registry lists them. */
export function RecordTab({ issuer, account, zone, record, contact, today, past, reveal }: Props) {
  const hasChanges = useAgentOperations().has('GetHolderChanges');
  const definitions = (fields: readonly (readonly [string, string])[]): Definition[] =>
    fields.map(([term, detail]) => ({ term, detail: detail || <span className="text-muted">–</span> }));
  return (
    <>
      <div className="grid gap-x-10 xl:grid-cols-2">
        {recordParts(record, contact).map(({ title, fields, note }, index) => (
          <Section
            key={title}
            title={title}
            aside={index === 0 && <CurrentOnlyLabel past={past} today={today} />}
            className="mt-4!"
          >
            {note ? (
              <p className="py-1 text-muted">{note}</p>
            ) : (
              <DefinitionList items={definitions(fields)} />
            )}
            {reveal &&
              taxIds.map(
                ([field, label]) =>
                  record[field] &&
                  fields.some(([term]) => term === label) && (
                    <RevealTaxId key={field} {...{ field, label, issuer, account }} />
                  ),
              )}
          </Section>
        ))}
      </div>
      {hasChanges && <RecordChanges {...{ issuer, account, contact, zone, past, today }} />}
    </>
  );
}

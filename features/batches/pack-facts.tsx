// Shows the days, notes and missing parts of a pack.

import { Section } from '#components/ui/text';
import type { Batch } from '#lib/api/batches';
import { formatDate } from '#lib/format/dates';

type Pack = NonNullable<Batch['pack']>;

/** What the files of a pack are about: days, what the books say, and notes. */
export function PackFacts({ pack }: { pack: Pack }) {
  return (
    <Section title="About this pack">
      <dl className="grid max-w-3xl gap-x-6 gap-y-2 sm:grid-cols-[14rem_1fr]">
        {pack.dates.map(({ label, from, to, note }) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd>
              {formatDate(from)}
              {to && ` to ${formatDate(to)}`}
              {note && <span className="block text-sm text-muted">{note}</span>}
            </dd>
          </div>
        ))}
        <dt className="text-muted">Books</dt>
        <dd>{pack.verdict?.sentence ?? 'Not read yet.'}</dd>
      </dl>
      {pack.notes.length > 0 && (
        <ul className="mt-4 max-w-3xl list-disc pl-5 text-sm text-muted">
          {pack.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Parts that the pack does not have, each with the reason. */
export function MissingParts({ pack }: { pack: Pack }) {
  if (pack.missing.length === 0) return null;
  return (
    <Section title="Not in this pack">
      <dl className="grid max-w-3xl gap-x-6 gap-y-2 sm:grid-cols-[18rem_1fr]">
        {pack.missing.map(({ name, title, reason }) => (
          <div key={`${name} ${title}`} className="contents">
            <dt>{title}</dt>
            <dd className="text-muted">{reason}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

import { Section } from '#components/ui/text';
import type { PackRequest } from '#lib/api/batches';
import { formatDate, isDate } from '#lib/format/dates';
import { CreatePack } from './create-pack.tsx';

type Props = { pack: PackRequest; record: string; today: string };

const contents = {
  meeting:
    'list of holders, labels, ownership, quorum sheet, broker-search letter, agent’s certificate, control book and transactions',
  dividend:
    'list of holders, labels, ownership, payments, agent’s certificate, control book and transactions',
  'month-end': 'list of holders, labels, ownership, agent’s certificate, control book and transactions',
};

/** The pack of a meeting or a dividend, as of its record date. */
export function PackSection({ pack, record, today }: Props) {
  return (
    <Section title="Record-date pack" className="print:hidden">
      {isDate(record) ? (
        <>
          <p className="mb-3 max-w-3xl text-muted">{packText(pack.kind, record, today)}</p>
          <CreatePack pack={pack}>Create record-date pack</CreatePack>
        </>
      ) : (
        <p className="text-muted">The record date is not reported, so no pack can be created.</p>
      )}
    </Section>
  );
}

function packText(kind: PackRequest['kind'], record: string, today: string): string {
  const day = formatDate(record);
  if (record > today)
    return kind === 'meeting'
      ? `The record date, ${day}, is ahead: a preview with the broker-search letter. The other files can be created after that day.`
      : `The record date, ${day}, is ahead. The pack can be created after that day.`;
  const preview = record === today ? ' A preview without certificate until the day has ended.' : '';
  return `One archive (ZIP) as of the record date, ${day}: ${contents[kind]}, with a list of digests.${preview}`;
}

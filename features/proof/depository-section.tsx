'use client';

import { useAgentOperations } from '#components/data/agent-operations';
import { Badge } from '#components/ui/badge';
import { Link } from '#components/ui/link';
import { Section } from '#components/ui/text';
import { PositionTable } from '#features/depository/index';
import { formatDate } from '#lib/format/dates';
import { type DepositoryFacts, depositoryText, unreadPositions } from '#lib/proof/depository/facts';
import { routes } from '#lib/routes';

type Props = {
  /** Null where the registry reads no position files. */
  facts: DepositoryFacts | null;
  issuer: number;
  name: string;
  day: string;
};

/** The depository's position of the day, or why it is not compared. */
export function DepositorySection({ facts, issuer, name, day }: Props) {
  const operations = useAgentOperations();
  if (!facts)
    return (
      <Section title="Depository position" aside={formatDate(day)}>
        <p className="max-w-prose text-sm">
          <Badge>Not provable</Badge> {unreadPositions} The nominee’s shares of the day are in{' '}
          <Link href={routes.ownership(issuer, { asof: day })}>Ownership</Link>.
        </p>
      </Section>
    );
  const { file, positions } = facts;
  return (
    <Section title="Depository position" aside={formatDate(day)}>
      <p className="text-sm">
        {depositoryText(facts, day) ?? 'Not applicable: no nominee holds shares of this issuer.'}
      </p>
      {positions.length > 0 && (
        <PositionTable
          positions={positions.map((one) => ({ facts: one, issuer, issuerName: name }))}
          asOf={day}
          onExplain={null}
        />
      )}
      {operations.has('GetPositionFiles') && (
        <p className="mt-2 text-sm print:hidden">
          <Link href={routes.depository({ file: file?.id })}>
            {file ? 'Position file and breaks' : 'Position files'}
          </Link>
        </p>
      )}
    </Section>
  );
}

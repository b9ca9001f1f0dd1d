'use client';

import { useQuery } from '@tanstack/react-query';
import { Link } from '#components/ui/link';
import { DefinitionList } from '#components/ui/text';
import { query } from '#lib/api/query';
import { exact } from '#lib/format/exact-shares';
import { formatShares } from '#lib/format/shares';
import { agedWords, at, ta2Year } from '#lib/register/ta2-response';
import { routes } from '#lib/routes';

/** What these checks do not cover, and the one related figure an operation gives. */
export function AgedDifferences() {
  const { data, error } = useQuery(query('GetTA2Report', {}));
  const year = ta2Year(data);
  const issues = exact(at(data, 'agedRecordDifferences.currentAgent.issues'));
  return (
    <DefinitionList
      items={[
        {
          term: 'Record differences',
          detail: (
            <>
              Differences between the control book and the holder file are printed in the{' '}
              <Link href={routes.opsControlBook()}>control book</Link> file alone; every figure compared above
              can hold while a book is out of proof.
            </>
          ),
        },
        {
          term: 'Aged differences',
          detail: error
            ? `The TA-2 report could not be read: ${error.message}`
            : data === undefined
              ? 'The TA-2 report is being read.'
              : issues === null
                ? 'The TA-2 report does not give them.'
                : `At the end of ${year ?? 'its year'} the TA-2 report counts ${formatShares(issues)} ${issues === 1n ? 'issue' : 'issues'} with a difference older than 30 days${agedWords(data)}. It does not say which.`,
        },
        {
          term: 'Pending requests',
          detail:
            'Whether a pending issuance would exceed what is authorized cannot be compared: the status list gives no shares.',
        },
        {
          term: 'Outside parties',
          detail:
            'The depository’s own position and the issuer’s own count are not in the registry’s answers.',
        },
      ]}
    />
  );
}

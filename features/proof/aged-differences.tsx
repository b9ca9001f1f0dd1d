'use client';

import { useQuery } from '@tanstack/react-query';
import { Link } from '#components/ui/link';
import { DefinitionList } from '#components/ui/text';
import { query } from '#lib/api/query';
import { exact } from '#lib/format/exact-shares';
import { formatShares } from '#lib/format/shares';
import { agedText, at, ta2Year } from '#lib/register/ta2-response';
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
              Differences between the control book and the master securityholder file are only in the{' '}
              <Link href={routes.opsControlBook()}>control book</Link> report. All comparisons above can match
              while a control book is out of proof.
            </>
          ),
        },
        {
          term: 'Aged differences',
          detail: error
            ? `The TA-2 report could not be loaded: ${error.message}`
            : data === undefined
              ? 'Loading TA-2 report…'
              : issues === null
                ? 'Not reported in the TA-2 report.'
                : `At the end of ${year ?? 'its year'} the TA-2 report counts ${formatShares(issues)} ${issues === 1n ? 'issue' : 'issues'} with a difference older than 30 days${agedText(data)}. The issues are not named.`,
        },
        {
          term: 'Pending requests',
          detail:
            'Pending issuances are not compared with authorized shares: the shares of pending items are not reported.',
        },
        {
          term: 'Outside parties',
          detail: 'The records of the depository and of the issuer are not available from the registry.',
        },
      ]}
    />
  );
}

'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import type { FormFailure } from '#components/form/form';
import { Form } from '#components/form/form';
import { randomAccount, useDraft } from '#components/submission/form-draft';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { LinkButton } from '#components/ui/button';
import { query } from '#lib/api/query';
import { balanceQuery } from '#lib/api/register-queries';
import { availableToIssue, capacityOf } from '#lib/register/capacity';
import { routes } from '#lib/routes';
import { classChoice, type IssuanceDraft, issuanceErrors, newIssuance } from './issuance-draft.ts';
import { issueLabels } from './issuance-field-labels.ts';
import { IssueFields } from './issue-fields.tsx';
import type { IssueFormProps } from './types.ts';

const waiting = <LoadingPlaceholder text="Loading review…" lines={8} />;

const IssueSending = lazyComponent(
  () => import('./issue-sending.tsx').then((part) => part.IssueSending),
  waiting,
  'when drawn',
);

/** An issuance: what, to whom, from when; then a review with before and after; then sent once. */
export function IssueForm(props: IssueFormProps) {
  const { issuer, issuers, today, choices } = props;
  const entry = useDraft<IssuanceDraft>(props.entry, props.outcome, () =>
    newIssuance(today, randomAccount()),
  );
  const { draft } = entry;
  const { values } = draft;
  const client = useQueryClient();
  const balancesRead = balanceQuery(issuer, today);
  const balances = useQuery(balancesRead);
  const typesRead = query('GetIssuerSecurityTypes', { CustomerIssuerId: issuer });
  const types = useQuery(typesRead);
  const account = values.holderMode === 'known' ? (values.account ?? '').trim() : '';
  const read = useQuery({
    ...query('GetShareholderDetails', { customerShareholderId: account }),
    enabled: account !== '' && /\d/.test(account),
  });
  const record = read.data && account ? read.data : null;
  const [failure, setFailure] = useState<FormFailure | null>(null);

  const isNew = values.newIssuer === '1';
  const classes = isNew ? newIssuerClasses : (types.data ?? []).map(classChoice);
  const chosen =
    classes.find(({ name }) => name === values.class) ?? (classes.length === 1 ? (classes[0] ?? null) : null);
  const balance = isNew ? undefined : balances.data?.find((one) => one.className === chosen?.name);
  const capacity = balance && capacityOf(balance);
  const available = capacity ? availableToIssue(capacity) : null;
  const errors = issuanceErrors(draft, { available, chosen, record, issuers });
  const clean = Object.keys(errors).length === 0;
  const ready = !types.isPending && !balances.isPending && !read.isFetching;

  const review = () => {
    if (!clean) {
      const message = ready
        ? 'Check the highlighted fields.'
        : 'The class and the holder are still loading. Try again in a moment.';
      return setFailure({ code: 'incomplete', message, fields: ready ? errors : undefined });
    }
    setFailure(null);
    entry.review();
    window.scrollTo({ top: 0 });
  };

  const unfit = entry.step === 'review' && ready && !clean;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the review opens
  useEffect(() => {
    if (!unfit) return;
    setFailure({ code: 'incomplete', message: 'Check these fields before the review.', fields: errors });
    entry.back();
  }, [unfit]);

  if (entry.step === 'review' && !ready && !clean) return waiting;
  if (entry.step === 'review' && clean && chosen)
    return (
      <IssueSending
        form={props}
        {...{ entry, chosen, capacity, record }}
        restricted={
          balance ? { shares: balance.totalRestrictedShares, holders: balance.totalShareholder } : null
        }
        onErrors={(rejected) => {
          setFailure(rejected);
          entry.back();
        }}
      />
    );
  return (
    <Form
      pending={false}
      error={failure}
      onSubmit={review}
      submit="Review"
      labels={issueLabels(draft, failure?.fields)}
      aside={
        <LinkButton variant="quiet" href={routes.capTable(issuer)}>
          Cancel
        </LinkButton>
      }
    >
      <IssueFields
        {...{ draft, classes, chosen, capacity, record, choices, issuer }}
        zone={props.zone}
        reading={read.isFetching}
        missing={read.error?.code === 'not_found'}
        unread={
          isNew || (types.data && balances.data)
            ? null
            : {
                error: types.error ?? balances.error,
                isFetching: types.isFetching || balances.isFetching,
                retry: () => {
                  if (!types.data) void types.refetch();
                  if (!balances.data) void balances.refetch();
                },
                cancel: () => {
                  for (const { queryKey } of [balancesRead, typesRead])
                    void client.cancelQueries({ queryKey, exact: true });
                },
              }
        }
        onChange={entry.change}
      />
    </Form>
  );
}

/** A new issuer has no classes yet: the issuance creates the first. */
const newIssuerClasses = [
  { name: 'Common', requested: {} },
  ...['A', 'B', 'C'].map((series) => ({
    name: `Common Series ${series}`,
    requested: { securitySeriesCode: series },
  })),
  { name: 'Preferred', requested: { securityTypeCode: 'P' } },
  ...['A', 'B', 'C'].map((series) => ({
    name: `Preferred Series ${series}`,
    requested: { securityTypeCode: 'P', securitySeriesCode: series },
  })),
  ...Object.entries({ W: 'Warrant', U: 'Units', B: 'Bond', D: 'Debenture', M: 'Interests' }).map(
    ([securityTypeCode, name]) => ({ name, requested: { securityTypeCode } }),
  ),
];

import type { ReactNode } from 'react';
import { masked } from '#components/holder-record/holder-diff';
import type { Choices, HolderRecord } from '#components/holder-record/holder-draft';
import { beforeAfter } from '#components/submission/before-after';
import { type Definition, DefinitionList } from '#components/ui/definition-list';
import { Section } from '#components/ui/text';
import { formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { formatMoney } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';
import { readShares } from '#lib/format/whole-number';
import type { Capacity } from '#lib/register/capacity';
import { quantity } from '#lib/register/quantity';
import {
  type ClassChoice,
  type IssuanceDraft,
  type Line,
  readAmount,
  restrictedOf,
  totalOf,
} from './issuance-draft.ts';

type Props = {
  draft: IssuanceDraft;
  issuer: string;
  chosen: ClassChoice;
  capacity: Capacity | undefined;
  restricted: { shares: unknown; holders: number } | null;
  record: HolderRecord | null;
  choices: { restrictions: Choices; forms: Choices };
  pending: boolean;
  /** Name of the registry's time zone. */
  zone: string;
  /** The id of the request. */
  entry: string;
  children: ReactNode;
};

/** Everything that will be sent, in words, and its effect on the class. */
export function IssueReview(props: Props) {
  const { draft, issuer, chosen, capacity, restricted, pending, entry, children } = props;
  const shares = totalOf(draft.lines);
  const table =
    capacity &&
    beforeAfter(capacity, exact(restricted?.shares), { shares, restricted: restrictedOf(draft.lines) });
  return (
    <>
      <p className="mb-4 max-w-prose font-title text-xl">
        {formatShares(shares)} shares of {chosen.name} to {nameOf(props)}, effective{' '}
        {formatDate(draft.values.effectiveDate)}.
      </p>
      <div className="grid gap-x-10 lg:grid-cols-2">
        <Section title="Review">
          <DefinitionList items={[{ term: 'Issuer', detail: issuer }, ...facts(props)]} />
        </Section>
        {table && (
          <Section title={`${chosen.name}, before and after`} className="lg:mt-0!">
            <table className="w-full border-collapse text-right tabular-nums">
              <thead className="text-xs text-muted">
                <tr className="border-b border-line">
                  <td className="py-1" />
                  <th scope="col" className="py-1 pl-4 font-normal">
                    Before
                  </th>
                  <th scope="col" className="py-1 pl-4 font-normal">
                    After
                  </th>
                </tr>
              </thead>
              <tbody>
                {table.map((row) => (
                  <tr key={row.label} className="border-b border-line">
                    <th scope="row" className="py-1.5 text-left font-normal text-muted">
                      {row.label}
                    </th>
                    <td className="py-1.5 pl-4">
                      {row.unlimited ? 'Unlimited' : quantity(row.before, capacity.dollars)}
                    </td>
                    <td className="py-1.5 pl-4 font-medium">
                      {row.unlimited ? 'Unlimited' : quantity(row.after, capacity.dollars)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="mt-2 text-sm text-muted">
              {pending
                ? 'The issuance is pending at first. The class does not change until it is completed.'
                : 'After completion. Calculated from today’s balance and the certificates above.'}
            </p>
          </Section>
        )}
        {!table && pending && (
          <p className="mt-8 text-sm text-muted lg:mt-0">
            A new issuer and its first issuance stay pending until its agent activates it.
          </p>
        )}
      </div>
      <p className="mt-4 text-xs break-all text-muted">
        Request ID <code className="font-mono select-all">{entry}</code>. However often it is sent, it is
        recorded once.
      </p>
      {children}
    </>
  );
}

const nameOf = ({ record, draft }: Props) =>
  record?.name || [draft.holder.name, draft.holder.name2, draft.holder.name3].filter(Boolean).join(' ');

/** 'Rule 144: may not be transferred freely', with the titles of the form's list. */
function restrictionText(line: Line, restrictions: Choices): string {
  const title = restrictions.find(({ value }) => value === line.restriction)?.label ?? line.restriction;
  return line.restriction === 'N' ? 'freely transferable' : `restricted: ${title}`;
}

function facts(props: Props): Definition[] {
  const { draft, record, choices, zone } = props;
  const { values, lines, holder } = draft;
  const account = record ? record.customerShareholderId : holder.customerShareholderId;
  const form = choices.forms.find(({ value }) => value === values.certificateType)?.label;
  const lot = values.lotDate
    ? `Acquired ${formatDate(values.lotDate)}${values.lotCost ? ` at ${values.lotCost} per share` : ''}`
    : '';
  const addressPart = (name: string) => holder[`primaryAddress.${name}`] ?? '';
  const all: [string, ReactNode][] = [
    ['Holder', `${nameOf(props)} · account ${account}${record ? '' : ' (new)'}`],
    [
      'Address',
      record
        ? record.fullPrimaryAddress
        : [
            addressPart('address1'),
            addressPart('address2'),
            addressPart('city'),
            `${addressPart('state')} ${addressPart('postalCode')}`.trim(),
            addressPart('country2Code'),
          ]
            .filter(Boolean)
            .join(', '),
    ],
    [
      'Tax ID',
      record
        ? record.primaryTaxId && `${record.primaryTaxId}, as on file`
        : masked(holder.primaryTaxMode === 'type' ? (holder.primaryTaxId ?? '') : ''),
    ],
    [
      lines.length === 1 ? 'Certificate' : 'Certificates',
      <ol key="lines">
        {lines.map((line) => (
          <li key={line.id}>
            {formatShares(readShares(line.shares) ?? 0n)} shares,{' '}
            {restrictionText(line, choices.restrictions)}
          </li>
        ))}
      </ol>,
    ],
    ['Form', form],
    ['Effective', `${formatDate(values.effectiveDate)}: the shares count from this day`],
    ['Processed', `${formatDate(values.processDate)} (${zone})`],
    ['Charge', formatMoney(readAmount(values.chargeAmount ?? '') ?? '0')],
    ['Tax lot', lot],
    ['Comments', values.comments],
  ];
  return all.flatMap(([term, detail]) => (detail ? [{ term, detail }] : []));
}

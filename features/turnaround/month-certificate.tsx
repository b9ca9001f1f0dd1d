'use client';

import { useEffect, useMemo, useState } from 'react';
import { CopyableText } from '#components/data/copyable-text';
import { Badge } from '#components/ui/badge';
import { saveFile } from '#components/ui/browser/save-file';
import { digestOfText } from '#components/ui/browser/text-digest';
import { Button } from '#components/ui/button';
import { type Definition, DefinitionList } from '#components/ui/definition-list';
import { Section } from '#components/ui/text';
import { formatDate, formatMonth } from '#lib/format/dates';
import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import type { Tone } from '#lib/format/tone';
import type { Ta2Month } from '#lib/register/ta2-response';
import { heldOverText, monthEvidence, noticeOfMonth, type Outcome } from './month-evidence.ts';
import { monthListCsv } from './month-list.ts';
import type { FactItem, FactMonth } from './turnaround-facts.ts';

const outcomes: Readonly<Record<Outcome, { label: string; tone: Tone }>> = {
  open: { label: 'Open: items may still be done in time', tone: 'neutral' },
  met: { label: 'Standard met', tone: 'positive' },
  missed: { label: 'Standard not met', tone: 'danger' },
  'no routine items': { label: 'No routine items', tone: 'neutral' },
};

const count = (value: number | bigint | null) => (value === null ? '–' : formatShares(value));

type Props = {
  month: FactMonth;
  items: readonly FactItem[];
  reported: Ta2Month | undefined;
  agent: string;
  today: string;
};

/**
 * The certificate of a month's turnaround, which an agent keeps for two years, with the digest of its list of items, and
 * the notice when the standard was missed.
 */
export function MonthCertificate({ month, items, reported, agent, today }: Props) {
  const evidence = useMemo(() => monthEvidence(month, items, today), [month, items, today]);
  const { label, tone } = outcomes[evidence.outcome];
  const list = useMemo(() => monthListCsv(evidence.month, items), [evidence.month, items]);
  const digest = useDigest(list);
  const rows: Definition[] = [
    { term: 'Transfer agent', detail: agent || '–' },
    {
      term: 'Federal holidays',
      detail: evidence.holidays.map(({ date, name }) => `${formatDate(date)}, ${name}`).join('; ') || 'None',
    },
    {
      term: 'Routine items received',
      detail: `${count(evidence.routineReceived)}${evidence.withdrawn > 0 ? `, of them ${count(evidence.withdrawn)} canceled` : ''}`,
    },
    {
      term: 'Within three business days',
      detail: `${count(evidence.within)} of ${count(evidence.counted)} done or overdue, ${evidence.counted === 0n ? '–' : formatPercent(evidence.within, evidence.counted, 2)}. Not within: ${count(evidence.notWithin)}`,
    },
    ...(reported
      ? [
          {
            term: 'The same in Form TA-2',
            detail: `${count(reported.within)} of ${count(reported.routine)}`,
          },
        ]
      : []),
    {
      term: 'Non-routine items received',
      detail: `${count(evidence.otherReceived)}, of them ${count(evidence.otherDone)} done`,
    },
    {
      term: `Routine items held over four business days on ${formatDate(evidence.lastBusinessDay)}`,
      detail: evidence.heldOver.length === 0 ? 'None' : heldOverText(evidence.heldOver),
    },
    {
      term: `Non-routine items held on ${formatDate(evidence.lastBusinessDay)}`,
      detail: count(evidence.otherHeld),
    },
    { term: 'Result', detail: <Badge tone={tone}>{label}</Badge> },
    {
      term: 'SHA-256 of the list of items',
      detail: <code className="text-sm break-all">{digest ?? 'Computing…'}</code>,
    },
  ];
  const saveList = () => saveFile([list], 'text/csv;charset=utf-8', `turnaround_${evidence.month}_items.csv`);
  return (
    <Section
      className="print:break-before-page"
      title={`Certificate of ${formatMonth(evidence.month)}`}
      aside={
        <span className="flex flex-wrap items-center gap-2 print:hidden">
          <Button size="sm" icon="print" onClick={() => window.print()}>
            Print or save as PDF
          </Button>
          <Button size="sm" icon="file" onClick={saveList}>
            Save list of items
          </Button>
        </span>
      }
    >
      <DefinitionList items={rows} />
      <p className="mt-2 text-sm text-muted">Held items: those received since January 1.</p>
      <SignatureLines />
      {evidence.outcome === 'missed' && (
        <div className="mt-4 max-w-3xl">
          <p className="mb-2">
            The standard of 90% was missed. A notice is due by {formatDate(evidence.noticeBy)}. Add the
            reasons and the steps taken.
          </p>
          <CopyableText text={noticeOfMonth(evidence, agent)} label="Copy notice" />
        </div>
      )}
    </Section>
  );
}

/** The SHA-256 of a text; undefined until it is computed. */
function useDigest(text: string): string | undefined {
  const [computed, setComputed] = useState<{ of: string; digest: string }>();
  useEffect(() => {
    let isCurrent = true;
    const take = (digest: string) => isCurrent && setComputed({ of: text, digest });
    digestOfText(text).then(take, () => take('Could not be computed. Reload the page.'));
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return computed?.of === text ? computed.digest : undefined;
}

const signatureLines = ['Certified by', 'Capacity', 'Date', 'Signature'];

/** Lines that the person who certifies fills in on paper. */
const SignatureLines = () => (
  <div className="mt-12 hidden grid-cols-2 gap-x-8 gap-y-10 print:grid">
    {signatureLines.map((line) => (
      <p key={line} className="border-t border-rule pt-1 text-sm">
        {line}
      </p>
    ))}
  </div>
);

'use client';

import { useState } from 'react';
import { DateField, SelectField, TextField } from '#components/form/fields';
import { type FormFailure, unsentFields } from '#components/form/form';
import { WriteDialog } from '#components/submission/write-dialog';
import type { SentReportKind } from '#lib/contract/agent/sent-report-kinds';
import { kindsFor, spanOf } from '#lib/register/sent-report-rules';
import { latestPeriodEnd, reportErrors, type TypedReport } from './typed-report.ts';

type Props = {
  /** Null: to the agency. */
  issuer: number | null;
  today: string;
  onClose: (changed: boolean) => void;
};

const hints = {
  month: 'The last day of the month that it is about.',
  quarter: 'The last day of the quarter that it is about.',
  day: 'The day on which the items were found.',
} as const;

/** Records that a report was sent. The file stays on the device; only its name and digest are sent. */
export function RecordDialog({ issuer, today, onClose }: Props) {
  const to = issuer === null ? 'Agency' : 'Issuer';
  const [first = 'Aged differences'] = kindsFor(to);
  const [typed, setTyped] = useState<TypedReport>({
    kind: first,
    periodEnd: latestPeriodEnd(first, to, today),
    sentOn: today,
    sentTo: '',
    note: '',
  });
  const put = (part: Partial<TypedReport>) => setTyped({ ...typed, ...part });
  const [file, setFile] = useState<File | null>(null);
  const body = async (): Promise<Record<string, unknown> | FormFailure> => {
    const errors = reportErrors(typed, to, file);
    if (!file || Object.keys(errors).length > 0) return unsentFields(errors);
    const sha256 = await digestOfFile(file).catch(() => null);
    if (sha256 === null)
      return unsentFields({ sha256: 'The file could not be read from your device. Choose it again.' });
    const { kind, periodEnd, sentOn, sentTo, note } = typed;
    return {
      customerIssuerId: issuer,
      ...{ kind, periodEnd, sentOn },
      sentTo: sentTo.trim(),
      fileName: file.name,
      sha256,
      ...(note.trim() ? { note: note.trim() } : {}),
    };
  };
  return (
    <WriteDialog
      operation="RecordSentReport"
      title={issuer === null ? 'Record report to the agency' : 'Record report to the issuer'}
      submit="Record report"
      done="Report recorded."
      body={body}
      onClose={onClose}
      labels={{
        kind: 'Report',
        periodEnd: 'Period ends',
        sentOn: 'Sent',
        sentTo: 'Sent to',
        sha256: 'File',
        fileName: 'File',
        note: 'Note',
      }}
    >
      <SelectField
        name="kind"
        label="Report"
        required
        value={typed.kind}
        onChange={({ target }) => {
          const kind = target.value as SentReportKind;
          put({ kind, periodEnd: latestPeriodEnd(kind, to, today) });
        }}
        options={kindsFor(to).map((value) => ({ value, label: value }))}
      />
      <DateField
        name="periodEnd"
        label="Period ends"
        hint={hints[spanOf(typed.kind, to) ?? 'day']}
        required
        max={today}
        value={typed.periodEnd}
        onChange={(periodEnd) => put({ periodEnd })}
      />
      <DateField
        name="sentOn"
        label="Sent"
        required
        max={today}
        value={typed.sentOn}
        onChange={(sentOn) => put({ sentOn })}
      />
      <TextField
        name="sentTo"
        label="Sent to"
        hint="The person or office, and how it was sent."
        required
        maxLength={200}
        value={typed.sentTo}
        onChange={({ target }) => put({ sentTo: target.value })}
      />
      <TextField
        name="sha256"
        label="File"
        type="file"
        hint="The report as it was sent. It stays on your device; its name and its SHA-256 are recorded."
        required
        onChange={({ target }) => setFile(target.files?.[0] ?? null)}
      />
      <TextField
        name="note"
        label="Note"
        hint="What is recorded cannot be changed; record a corrected report as another."
        maxLength={1000}
        value={typed.note}
        onChange={({ target }) => put({ note: target.value })}
      />
    </WriteDialog>
  );
}

/** Loaded at the first press: most who open the page record no report. */
async function digestOfFile(file: File): Promise<string> {
  const { digestOf } = await import('#components/ui/browser/file-digest');
  return digestOf(file);
}

'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { SelectField, TextField } from '#components/form/fields';
import { Form, type FormFailure } from '#components/form/form';
import { Button } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { Dialog } from '#components/ui/overlay/dialog';
import type { ApiError } from '#lib/api/error';
import {
  linkDays,
  linkDefaults,
  linkDownloads,
  type MadeLink,
  makeLink,
  type NewFileLink,
} from '#lib/api/file-links';

type Props = { run: string; onMade: () => void; onClose: () => void };

const labels = {
  name: 'Name',
  email: 'Email',
  days: 'Link expires after',
  downloads: 'Downloads allowed',
};

const dayOptions = linkDays.map((days) => ({
  value: `${days}`,
  label: days === 1 ? '1 day' : `${days} days`,
}));
const downloadOptions = linkDownloads.map((count) => ({ value: `${count}`, label: `${count}` }));

/** Sends a file by a link: who it is for and how long it is open, then the link and its code, shown once. */
export function SendDialog({ run, onMade, onClose }: Props) {
  const [missing, setMissing] = useState<FormFailure | null>(null);
  const make = useMutation<MadeLink, ApiError, NewFileLink>({
    mutationFn: (link) => makeLink(run, link),
    onSuccess: onMade,
  });
  const send = (data: FormData) => {
    const text = (name: string) => String(data.get(name) ?? '').trim();
    const fields = {
      ...(text('name') ? {} : { name: 'Enter the addressee’s name.' }),
      ...(text('email') ? {} : { email: 'Enter the addressee’s email address.' }),
    };
    if (Object.keys(fields).length > 0)
      return setMissing({ code: 'incomplete', message: 'Check the highlighted fields.', fields });
    setMissing(null);
    make.mutate({
      name: text('name'),
      email: text('email'),
      days: Number(text('days')),
      downloads: Number(text('downloads')),
    });
  };
  return (
    <Dialog open onClose={onClose} title={make.data ? 'Link created' : 'Send by link'}>
      {make.data ? (
        <Made made={make.data} onClose={onClose} />
      ) : (
        <Form
          pending={make.isPending}
          error={missing ?? make.error}
          onSubmit={send}
          submit="Create link"
          pendingLabel="Creating link…"
          labels={labels}
          aside={
            <Button variant="quiet" onClick={onClose}>
              Cancel
            </Button>
          }
        >
          <TextField name="name" label={labels.name} autoComplete="off" maxLength={120} data-autofocus />
          <TextField
            name="email"
            label={labels.email}
            type="email"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            hint="Saved with the link and in the audit trail. Sharebook sends no email."
          />
          <SelectField
            name="days"
            label={labels.days}
            options={dayOptions}
            defaultValue={`${linkDefaults.days}`}
            className="max-w-56"
          />
          <SelectField
            name="downloads"
            label={labels.downloads}
            options={downloadOptions}
            defaultValue={`${linkDefaults.downloads}`}
            className="max-w-56"
          />
          <p className="text-sm text-muted">
            The link stops working when you lose access to the issuer, your account is disabled, or the file
            is deleted. Files with full tax IDs or access codes cannot be sent.
          </p>
        </Form>
      )}
    </Dialog>
  );
}

function Made({ made, onClose }: { made: MadeLink; onClose: () => void }) {
  const clock = useClock();
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);
  const { address, code, link } = made;
  return (
    <>
      <p ref={start} tabIndex={-1} className="outline-none">
        Send the link to {link.name} at {link.email}. Pass on the code by another way, for example by phone.
        Both are shown only once.
      </p>
      <Copied label="Link" text={address} />
      <Copied label="Code" text={`${code.slice(0, 4)} ${code.slice(4)}`} />
      <p className="mt-3 text-sm text-muted">
        Open until {clock.instant(link.expiresAt)}, for {link.downloadsMax}{' '}
        {link.downloadsMax === 1 ? 'download' : 'downloads'}. Ten wrong codes close the link.
      </p>
      <Button className="mt-4" variant="primary" onClick={onClose}>
        Done
      </Button>
    </>
  );
}

/** A text to pass on, with a button that copies it. */
function Copied({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div className="mt-3">
      <p className="text-sm font-medium">{label}</p>
      <p className="rounded border border-rule bg-sunken px-2 py-1 font-mono text-sm break-all select-all">
        {text}
      </p>
      <div className="mt-1.5 flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          icon="copy"
          aria-label={`Copy ${label.toLowerCase()}`}
          onClick={() => {
            navigator.clipboard.writeText(text).then(
              () => setCopied(true),
              () => setCopied(false),
            );
          }}
        >
          Copy
        </Button>
        <span role="status" className="text-sm text-muted">
          {copied && 'Copied.'}
        </span>
      </div>
    </div>
  );
}

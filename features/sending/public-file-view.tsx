// Page on which an addressee downloads a file that was sent by a link.

'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { TextField } from '#components/form/fields';
import { Form, type FormFailure } from '#components/form/form';
import { sizeText } from '#components/runs/run-labels';
import { buttonClass } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { DefinitionList } from '#components/ui/definition-list';
import { Icon } from '#components/ui/icons';
import { PageHeader } from '#components/ui/text';
import type { ApiError } from '#lib/api/error';
import { openSentFile, type SentFile, sentContentPath } from '#lib/api/file-links';
import { ApiProvider } from '#lib/api/provider';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';

type Problem = 'busy' | 'refused';
type Props = {
  titles: Readonly<Record<string, string>>;
  /** Why the download that led back here was refused. */
  problem: Problem | null;
  isFictional: boolean;
};

const problemTexts: Record<Problem, string> = {
  busy: 'Too many requests at once. Wait a minute, then open the link from the message again.',
  refused:
    'The file could not be downloaded: the link is no longer open, or all its downloads are used. Ask the sender for a new link.',
};

const nothing = () => undefined;
const subscribe = (changed: () => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};

/** The token of the link: the part of the address that a browser sends to no server. Null before the page is alive. */
const useToken = () =>
  useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => null,
  );

/** What an addressee sees: a field for the code; after the right one, what was sent and the download. */
export function PublicFileView(props: Props) {
  const token = useToken();
  return (
    // No operation of the registry is called from here, and nobody is signed in who could be signed out.
    <ApiProvider wire={{}} onSignedOut={nothing}>
      <PageHeader title="Download a file" />
      <Opened key={token ?? ''} token={token} {...props} />
      {props.isFictional && (
        <p className="mt-6 text-sm text-muted">
          Demo registry. Every issuer, person and figure is fictional.
        </p>
      )}
    </ApiProvider>
  );
}

function Opened({ token, titles, problem }: Props & { token: string | null }) {
  const [missing, setMissing] = useState<FormFailure | null>(null);
  const [code, setCode] = useState('');
  const open = useMutation<SentFile, ApiError, string>({
    mutationFn: (digits) => openSentFile({ token: token ?? '', code: digits }),
  });
  if (open.data && token) return <Sent file={open.data} token={token} code={code} titles={titles} />;
  if (problem && !token)
    return (
      <p role="alert" className="max-w-prose">
        {problemTexts[problem]}
      </p>
    );
  if (token === '')
    return (
      <p role="alert" className="max-w-prose">
        This address has no link in it. Open the link from the message that you received.
      </p>
    );
  return (
    <Form
      className="max-w-md"
      pending={open.isPending}
      error={missing ?? open.error}
      onSubmit={() => {
        if (code.replaceAll(/\D/g, '').length !== 8)
          return setMissing({
            code: 'incomplete',
            message: 'Enter the eight digits of the code.',
            fields: { code: 'Enter the eight digits of the code.' },
          });
        setMissing(null);
        open.mutate(code);
      }}
      submit="Show file"
      pendingLabel="Checking…"
      labels={{ code: 'Code' }}
    >
      <p>Somebody sent you a file. Enter the code that the sender gave you apart from the link.</p>
      <TextField
        name="code"
        label="Code"
        hint="Eight digits. Ten wrong codes close the link. Each attempt is recorded with your network address."
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        className="max-w-56"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </Form>
  );
}

const nameOf = ({ issuer }: SentFile) =>
  issuer === null ? 'All issuers' : issuer.name ? `${issuer.name} (${issuer.id})` : `${issuer.id}`;

function Sent({
  file,
  token,
  code,
  titles,
}: {
  file: SentFile;
  token: string;
  code: string;
  titles: Props['titles'];
}) {
  const clock = useClock();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const left = file.downloadsMax - file.downloads;
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mb-2 font-title text-lg outline-none">
        {titles[file.endpoint] ?? file.endpoint.replace(/^Generate/, '')}
      </h2>
      <DefinitionList
        items={[
          { term: 'Sent by', detail: file.sentBy },
          { term: 'Issuer', detail: nameOf(file) },
          {
            term: file.from ? 'Period' : 'As of',
            detail: file.from
              ? `${formatDate(file.from)} to ${formatDate(file.asOf)}`
              : formatDate(file.asOf),
          },
          { term: 'Created', detail: clock.instant(file.createdAt) },
          { term: 'File', detail: <span className="break-all">{file.fileName}</span> },
          { term: 'Size', detail: `${sizeText(file.bytes)} (${formatShares(file.bytes)} bytes)` },
          {
            term: 'Digest (SHA-256)',
            detail: <code className="font-mono text-xs break-all select-all">{file.sha256}</code>,
          },
          { term: 'Link expires', detail: clock.instant(file.expiresAt) },
          { term: 'Downloads left', detail: `${left} of ${file.downloadsMax}` },
        ]}
      />
      {/* Sent by the browser itself, which saves the answer as it arrives. */}
      <form method="post" action={sentContentPath} className="mt-4 print:hidden">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="code" value={code} />
        <button
          type="submit"
          className={`${buttonClass('primary', 'lg')} max-w-full py-2 break-all whitespace-normal!`}
        >
          <Icon name="download" /> Download {file.fileName}
        </button>
      </form>
    </>
  );
}

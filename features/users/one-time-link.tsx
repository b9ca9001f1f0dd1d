'use client';

import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button';

type Props = { link: string; email: string; hours: number };

/** Invitation link, shown once: only its digest is stored, and who invites passes it on. */
export function OneTimeLink({ link, email, hours }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="max-w-3xl rounded-md border border-accent/40 border-l-4 bg-accent-soft px-4 py-3">
      <h2 ref={heading} tabIndex={-1} className="font-title text-lg outline-none">
        Send this link
      </h2>
      <p className="mt-1">
        The link is shown only once. Sharebook sends no email: send the link to {email} over a secure channel.
        It works once, within {hours} hours, and whoever has it can set the password.
      </p>
      <p className="mt-3 rounded border border-rule bg-raised px-2 py-1 font-mono text-sm break-all select-all">
        {link}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button
          icon="copy"
          onClick={() => {
            navigator.clipboard.writeText(link).then(
              () => setCopied(true),
              () => setCopied(false),
            );
          }}
        >
          Copy link
        </Button>
        <span role="status" className="text-sm text-muted">
          {copied && 'Copied.'}
        </span>
      </div>
    </section>
  );
}

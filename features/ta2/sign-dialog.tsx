'use client';

import { useState } from 'react';
import { TextField } from '#components/form/fields';
import { WriteDialog } from '#components/submission/write-dialog';

export type SignAs = 'Preparer' | 'Certifier';
type Props = { as: SignAs; year: number; version: number; onClose: (changed: boolean) => void };

/** Signs the worksheet as it stands. */
export function SignDialog({ as, year, version, onClose }: Props) {
  const [title, setTitle] = useState('');
  const [telephone, setTelephone] = useState('');
  const isCertifier = as === 'Certifier';
  const body = () => {
    const fields = {
      ...(isCertifier && !title.trim() ? { title: 'Enter your title. The form asks for it.' } : {}),
      ...(isCertifier && !telephone.trim()
        ? { telephone: 'Enter your telephone number. The form asks for it.' }
        : {}),
    };
    if (Object.keys(fields).length > 0)
      return { code: 'invalid', message: 'Check the highlighted fields.', fields };
    return { year, version, as, title: title.trim() || null, telephone: telephone.trim() || null };
  };
  return (
    <WriteDialog
      operation="SignTA2"
      title={isCertifier ? `Certify the worksheet of ${year}` : `Prepare the worksheet of ${year}`}
      submit={isCertifier ? 'Certify worksheet' : 'Sign as preparer'}
      done={isCertifier ? 'Worksheet certified.' : 'Worksheet prepared. Another user can certify it.'}
      labels={{ title: 'Title', telephone: 'Telephone', version: 'Version' }}
      body={body}
      onClose={onClose}
    >
      <p>
        {isCertifier
          ? 'You certify the answers that were prepared. Your name, title, telephone and the time go into the signature.'
          : 'You state that every line was answered and compared. Another user has to certify the same answers.'}{' '}
        A later change of an answer takes the sign-off back.
      </p>
      {isCertifier && (
        <>
          <TextField
            name="title"
            label="Title"
            required
            data-autofocus
            maxLength={100}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
          <TextField
            name="telephone"
            label="Telephone"
            required
            maxLength={40}
            value={telephone}
            onChange={(event) => setTelephone(event.target.value)}
          />
        </>
      )}
    </WriteDialog>
  );
}

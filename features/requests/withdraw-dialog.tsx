'use client';

import { useState } from 'react';
import { MessageField } from '#components/form/message-field';
import { WriteDialog } from '#components/submission/write-dialog';

type Props = { issuer: number; itemId: number; onClose: () => void };

/** Takes a request back while nobody has ended it. */
export function WithdrawDialog({ issuer, itemId, onClose }: Props) {
  const [text, setText] = useState('');
  return (
    <WriteDialog
      operation="WithdrawRequest"
      title="Withdraw request"
      submit="Withdraw request"
      done="Request withdrawn."
      body={() =>
        text.trim()
          ? { customerIssuerId: issuer, itemId, text: text.trim() }
          : { code: 'invalid', message: 'Enter the reason.', fields: { text: 'Enter the reason.' } }
      }
      onClose={onClose}
      labels={{ text: 'Reason' }}
    >
      <p className="text-sm">Your transfer agent stops work on it. It cannot be opened again.</p>
      <MessageField
        name="text"
        label="Reason"
        required
        data-autofocus
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </WriteDialog>
  );
}

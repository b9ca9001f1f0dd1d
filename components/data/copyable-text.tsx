'use client';

import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/overlay/toast.tsx';

/** A text to copy into a letter or a message. `label` names it: 'Copy notice'. */
export function CopyableText({ text, label }: { text: string; label: string }) {
  const notify = useToast();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify({ text: 'Text copied.', tone: 'positive' }),
      () => notify({ text: 'The browser did not allow copying. Select the text instead.', tone: 'danger' }),
    );
  return (
    <>
      <pre className="overflow-x-auto border border-line bg-sunken p-2 font-sans text-sm whitespace-pre-wrap select-text">
        {text}
      </pre>
      <Button size="sm" icon="copy" className="mt-1.5 print:hidden" onClick={copy}>
        {label}
      </Button>
    </>
  );
}

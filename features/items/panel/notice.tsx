'use client';

import { Button } from '#components/ui/button';
import { useToast } from '#components/ui/overlay/toast';
import type { ResponseFor } from '#lib/contract/index';
import type { ItemRow, Words } from '../model.ts';
import { noticeText, type Notice as Sent } from './notice-text.ts';

type Props = {
  item: ItemRow;
  content: ResponseFor<'GetItem'>['content'] | undefined;
  notice: Sent;
  words: Words;
};

/** The notice of a rejection, to copy into a letter or a message. */
export function Notice({ item, content, notice, words }: Props) {
  const notify = useToast();
  const text = noticeText(item, content, notice, words);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify({ text: 'Notice copied.', tone: 'positive' }),
      () => notify({ text: 'The browser did not allow copying. Select the text instead.', tone: 'danger' }),
    );
  return (
    <>
      <pre className="overflow-x-auto border border-line bg-sunken p-2 font-sans text-sm whitespace-pre-wrap select-text">
        {text}
      </pre>
      <Button size="sm" icon="copy" className="mt-1.5 print:hidden" onClick={copy}>
        Copy notice
      </Button>
    </>
  );
}

import { CopyableText } from '#components/data/copyable-text';
import type { ResponseFor } from '#lib/contract/index';
import type { ItemRow } from '../item-row.ts';
import type { Words } from '../item-texts.ts';
import { noticeText, type Notice as Sent } from './notice-text.ts';

type Props = {
  item: ItemRow;
  content: ResponseFor<'GetItem'>['content'] | undefined;
  notice: Sent;
  words: Words;
};

/** The notice of a rejection, to copy into a letter or a message. */
export const Notice = ({ item, content, notice, words }: Props) => (
  <CopyableText text={noticeText(item, content, notice, words)} label="Copy notice" />
);

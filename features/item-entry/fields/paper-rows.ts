import { type ItemForm, type Row, rowId } from '../item-form.ts';
import type { ItemCheck } from '../use-item-check.ts';

/** Numbers of the certificates on paper that a correction takes, and of those that the item says are here. */
export function returnedPapers(form: ItemForm, check: Pick<ItemCheck, 'effect'> | undefined): string[] {
  const onPaper = (check?.effect?.certificatesCanceled ?? []).flatMap((one) =>
    one.certificateType === 'Certificate' && one.prefixAndCertificateNumber
      ? [one.prefixAndCertificateNumber]
      : [],
  );
  const said = form.certificates.flatMap(({ values }) => (values.isPaperHere ? [values.number ?? ''] : []));
  return [...new Set([...onPaper, ...said])];
}

/** The rows after the paper of a certificate was said to be here, or not. */
export function withPaper(rows: readonly Row[], number: string, isHere: boolean): readonly Row[] {
  const others = rows.filter(({ values }) => values.number !== number);
  return isHere ? [...others, { id: rowId(), values: { number, isPaperHere: '1' } }] : others;
}

'use client';

import { useFormField } from '#components/form/form';
import { Checkbox } from '#components/ui/input/inputs';
import { FieldObstacles } from '../entry-context.tsx';
import type { ListProps } from './lists.ts';
import { returnedPapers, withPaper } from './paper-rows.ts';

/** A correction takes the certificates of its transaction; of those on paper it is told which papers are here. */
export function ReturnedPapers({ form, change, check }: Pick<ListProps, 'form' | 'change' | 'check'>) {
  const { id } = useFormField('certificates');
  const numbers = returnedPapers(form, check);
  return (
    <>
      {numbers.length === 0 && (
        <p id={id} tabIndex={-1} className="text-sm text-muted">
          {check?.effect
            ? 'No certificate on paper comes back.'
            : 'Certificates on paper appear here once nothing else refuses the correction.'}
        </p>
      )}
      {numbers.map((number, position) => {
        const row = form.certificates.find(({ values }) => values.number === number);
        return (
          <div key={number}>
            <Checkbox
              id={position === 0 ? id : undefined}
              label={`Paper of ${number} is here`}
              checked={row?.values.isPaperHere === '1'}
              onChange={() =>
                change((now) => ({
                  ...now,
                  certificates: withPaper(now.certificates, number, row?.values.isPaperHere !== '1'),
                }))
              }
            />
            {row && <FieldObstacles path={`certificates[${form.certificates.indexOf(row)}]`} />}
          </div>
        );
      })}
      <FieldObstacles path="certificates" />
    </>
  );
}

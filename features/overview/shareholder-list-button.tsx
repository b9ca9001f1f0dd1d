'use client';

import { useRouter } from 'next/navigation';
import { Button } from '#components/ui/button';
import { useToast } from '#components/ui/overlay/toast';
import { useGenerate } from '#lib/api/generate';
import { routes } from '#lib/routes';

type Props = { issuer: number; day: string; words: string };

/** Creates the shareholder list of a day as a workbook and opens its run. */
export function ShareholderListButton({ issuer, day, words: text }: Props) {
  const router = useRouter();
  const notify = useToast();
  const generate = useGenerate();
  const input = {
    customerIssuerId: issuer,
    cutoff: day,
    isPDF: false,
    certificateInfoStatus: 'Outstanding',
    restrictionStatus: 'All',
    addressStatus: 'All',
  };
  return (
    <Button
      variant="primary"
      className="max-sm:py-1 max-sm:text-left max-sm:whitespace-normal!"
      icon="download"
      pending={generate.isPending || generate.isSuccess}
      onClick={() =>
        generate.mutate(
          { id: 'GenerateShareholderList', input },
          {
            onSuccess: (run) => router.push(routes.run(run, issuer)),
            onError: (error) => notify({ text: error.message, tone: 'danger' }),
          },
        )
      }
    >
      Download register as of {text}
    </Button>
  );
}

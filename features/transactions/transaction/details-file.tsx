'use client';

import { useRouter } from 'next/navigation';
import { Button } from '#components/ui/button';
import { useToast } from '#components/ui/overlay/toast';
import { useGenerate } from '#lib/api/generate';
import { routes } from '#lib/routes';

type Props = { issuer: number; id: number | null; status: string };

/** Transaction details as a PDF; the registry creates them only for completed transactions. */
export function DetailsFile({ issuer, id, status }: Props) {
  const router = useRouter();
  const notify = useToast();
  const generate = useGenerate();
  if (status !== 'Completed' || id === null) {
    return (
      <p className="max-w-72 text-sm text-muted">
        {status === 'Completed'
          ? 'The details file is not available: the registry did not report the transaction ID.'
          : `The details file exists for completed transactions only. This one is ${status.toLowerCase() || 'not completed'}.`}
      </p>
    );
  }
  return (
    <Button
      variant="primary"
      icon="download"
      pending={generate.isPending || generate.isSuccess}
      onClick={() =>
        generate.mutate(
          { id: 'GenerateTransactionDetails', input: { controlTransactionId: id }, issuer },
          {
            onSuccess: (run) => router.push(routes.run(run, issuer)),
            onError: (error) => notify({ text: error.message, tone: 'danger' }),
          },
        )
      }
    >
      Download details
    </Button>
  );
}

import { routes } from '#lib/routes';
import { Link } from '@/components/ui/link';
import { momentText } from '../../../../run-words.ts';
import type { Run } from '../../../../runs.ts';

/**
 * Whether the bytes are those of the file made of the same request before. A report prints the moment it was made, so
 * different bytes alone say nothing about the figures; equal ones say that nothing changed.
 */
export function Compared({ run }: { run: Run }) {
  if (!run.earlier || !run.sha256) return null;
  const when = <Link href={routes.run(run.earlier.id)}>the file of {momentText(run.earlier.createdAt)}</Link>;
  if (run.earlier.sha256 === run.sha256)
    return <p className="mt-3">Same digest as {when}, asked for in the same way: not a byte has changed.</p>;
  return (
    <p className="mt-3">
      Another digest than {when}, asked for in the same way. A report prints when it was made, so this alone
      does not mean that figures changed.
    </p>
  );
}

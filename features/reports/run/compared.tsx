import { momentText } from '#components/register/run-words';
import { Link } from '#components/ui/link';
import type { Run } from '#lib/api/runs';
import { routes } from '#lib/routes';

/**
 * Whether the bytes equal those of the previous file of the same request. A report prints its creation time, so
 * different bytes do not prove different figures; equal bytes prove that nothing changed.
 */
export function Compared({ run }: { run: Run }) {
  if (!run.earlier || !run.sha256) return null;
  const when = (
    <Link href={routes.run(run.earlier.id)}>the file created {momentText(run.earlier.createdAt)}</Link>
  );
  if (run.earlier.sha256 === run.sha256)
    return <p className="mt-3">Same digest as {when} with the same inputs. The files are identical.</p>;
  return (
    <p className="mt-3">
      Different digest than {when} with the same inputs. Each report contains its creation time, so the
      figures may be unchanged.
    </p>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { PdfView } from '#components/data/pdf-view';
import { ScrollRegion } from '#components/data/scroll-region';
import { cn } from '#components/ui/cn';
import { ErrorPanel } from '#components/ui/states';
import { requestFile } from '#lib/api/call';
import { ApiError, isApiError } from '#lib/api/error';
import type { Run } from '#lib/api/runs';
import { Refusal } from '#lib/sheet/read/refusal';
import { type FirstRows, firstRowsOfCsv, firstRowsOfWorkbook } from './first-rows.ts';
import { type PreviewKind, previewBytesMax } from './preview-kind.ts';

const rowsMax = 50;

/** The file of a run on its page: a PDF in the browser's viewer, the first rows of each sheet of a table. */
export function FilePreview({ run, kind }: { run: Run; kind: PreviewKind }) {
  const address = `/api/runs/${run.id}/file`;
  const name = run.fileName ?? 'file';
  return (
    <section id="file-preview" aria-label="Preview" className="mt-4 max-w-6xl">
      {kind === 'pdf' ? (
        <div className="flex h-[80dvh] flex-col">
          <PdfView {...{ address, name }} bytesMax={previewBytesMax('pdf')} />
        </div>
      ) : (
        <Sheets {...{ address, name, kind }} />
      )}
    </section>
  );
}

type SheetsProps = { address: string; name: string; kind: 'workbook' | 'csv' };

function Sheets({ address, name, kind }: SheetsProps) {
  const { data, error, refetch } = useQuery<FirstRows[], ApiError>({
    queryKey: ['first-rows', address],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const file = await requestFile(address, previewBytesMax(kind), signal);
      try {
        return kind === 'csv'
          ? await firstRowsOfCsv(file, name, rowsMax)
          : await firstRowsOfWorkbook(file, rowsMax);
      } catch (cause) {
        if (isApiError(cause)) throw cause;
        const why = cause instanceof Refusal ? ` ${cause.message}` : '';
        throw new ApiError('upstream_unreadable', { message: `The file cannot be shown here.${why}` });
      }
    },
  });
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingPlaceholder text="Loading preview…" lines={8} />;
  return data.map((sheet) => <Sheet key={sheet.name} sheet={sheet} name={name} />);
}

function Sheet({ sheet: { name, rows, hasMore }, name: file }: { sheet: FirstRows; name: string }) {
  const width = Math.max(...rows.map(({ cells }) => cells.length), 0);
  const title = name || file;
  return (
    <div className="mb-5">
      <h3 className="mb-1 font-medium">{title}</h3>
      {rows.length === 0 ? (
        <p className="text-muted">No rows.</p>
      ) : (
        <ScrollRegion label={`First rows of ${title}`} className="max-h-[32rem] border border-line">
          <table className="w-full border-collapse text-sm">
            <caption className="sr-only">First rows of {title}</caption>
            <tbody>
              {rows.map(({ number, cells }) => (
                <tr key={number} className="border-b border-line align-top last:border-0">
                  <th scope="row" className="bg-sunken px-2 py-0.5 text-right text-xs font-normal text-muted">
                    {number}
                  </th>
                  {Array.from({ length: width }, (_, column) => (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: columns of a sheet do not move
                      key={column}
                      className={cn(
                        'max-w-96 px-2 py-0.5 whitespace-pre-line',
                        cells[column]?.isNumber && 'text-right tabular-nums',
                      )}
                    >
                      {cells[column]?.text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {hasMore && (
        <p className="mt-1 text-sm text-muted">The first {rowsMax} rows. Download the file for the others.</p>
      )}
    </div>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { QueryResult } from '#components/data/query-result';
import { ScrollRegion } from '#components/data/scroll-region';
import { PrintedAs } from '#components/register/printed-as';
import { sizeText } from '#components/runs/run-labels';
import { Badge } from '#components/ui/badge';
import { buttonClass, LinkButton } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { Icon } from '#components/ui/icons';
import { Link } from '#components/ui/link';
import { PageHeader, Section } from '#components/ui/text';
import { type Batch, type BatchItem, batchQuery, countOf, itemLabels, packRequestOf } from '#lib/api/batches';
import { formatDate } from '#lib/format/dates';
import { packTitle } from '#lib/register/packs/pack-parts';
import { routes } from '#lib/routes';
import { CreatePack } from '../packs/index.ts';
import { MissingParts, PackFacts } from './pack-facts.tsx';

type Names = Readonly<Record<string, string>>;
type Props = { id: string; titles: Names; issuers: Names; today: string };

/** Several reports being created as one archive; leaving the page does not stop it. */
export function BatchProgressView({ id, titles, issuers, today }: Props) {
  const clock = useClock();
  const query = batchQuery(id);
  const result = useQuery(query);
  const pack = result.data?.pack ?? null;
  const again = pack && packRequestOf(pack);
  return (
    <>
      <PrintedAs
        issuer={pack ? packTitle(pack) : 'Archive'}
        asOf={`As of ${formatDate(today)}`}
        today={today}
      />
      <PageHeader
        kicker={pack ? (issuers[pack.issuer] ?? `Issuer ${pack.issuer}`) : 'Archive'}
        title={
          pack
            ? packTitle(pack)
            : result.data
              ? `${result.data.items.length} reports (ZIP)`
              : 'Several reports (ZIP)'
        }
        description={result.data && `Requested ${clock.instant(result.data.createdAt)}.`}
      />
      <QueryResult result={result} queryKey={query.queryKey} waiting="Loading archive…" lines={6}>
        {(batch) => (
          <>
            <State batch={batch} />
            {batch.pack && <PackFacts pack={batch.pack} />}
            {batch.pack ? (
              <Section title="Files">
                <Items batch={batch} titles={titles} issuers={issuers} />
              </Section>
            ) : (
              <Items batch={batch} titles={titles} issuers={issuers} />
            )}
            {batch.pack && <MissingParts pack={batch.pack} />}
          </>
        )}
      </QueryResult>
      <div className="mt-6 flex flex-wrap gap-2 print:hidden">
        {again ? (
          <CreatePack pack={again}>Create this pack again</CreatePack>
        ) : (
          <LinkButton href={routes.newBatch()}>Create another archive</LinkButton>
        )}
        <LinkButton href={routes.downloads()}>View all downloads</LinkButton>
      </div>
    </>
  );
}

function State({ batch }: { batch: Batch }) {
  const [ready, failed] = [countOf(batch, 'ready'), countOf(batch, 'failed')];
  const done = ready + failed;
  if (!batch.finishedAt)
    return (
      <div className="mb-4 max-w-2xl border-y border-line py-4">
        <p role="status" className="text-lg">
          {done} of {batch.items.length} reports completed.
        </p>
        <progress
          className="mt-3 h-2 w-full accent-accent"
          aria-label="Reports completed"
          max={batch.items.length}
          value={done}
        />
        <p className="mt-2">You can leave this page. The archive will be in Downloads.</p>
      </div>
    );
  return (
    <div role="status" className="mb-4">
      {ready > 0 ? (
        <>
          <p className="mb-3 flex items-center gap-2 text-lg text-positive">
            <Icon name="check" /> {ready === 1 ? '1 file is' : `${ready} files are`} ready.
          </p>
          <a href={`/api/batches/${batch.id}/file`} download className={buttonClass('primary', 'lg')}>
            <Icon name="download" /> Download archive
          </a>
        </>
      ) : (
        <p className="text-lg text-danger">No report could be created.</p>
      )}
      {failed > 0 && (
        <p className="mt-3">
          {failed === 1 ? '1 report' : `${failed} reports`} failed. The reasons are in the list below and in
          the archive.
        </p>
      )}
    </div>
  );
}

const heads = ['Report', 'Issuer', 'Status', 'File', 'Size'] as const;
const cell = 'px-3 py-2 align-top';

function Items({ batch, titles, issuers }: { batch: Batch; titles: Names; issuers: Names }) {
  return (
    <ScrollRegion label="Reports of the archive" className="border-y border-rule">
      <table className="w-full min-w-[46rem] border-collapse print:min-w-0">
        <caption className="sr-only">Reports of the archive with status</caption>
        <thead>
          <tr className="border-b border-rule bg-sunken text-left text-sm">
            {heads.map((head) => (
              <th key={head} scope="col" className="px-3 py-2 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {batch.items.map((item) => (
            <Item key={item.position} item={item} titles={titles} issuers={issuers} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Item({ item, titles, issuers }: { item: BatchItem; titles: Names; issuers: Names }) {
  const { label, tone } = itemLabels[item.state];
  const title = titles[item.endpoint] ?? item.endpoint;
  return (
    <tr className="border-b border-line">
      <th scope="row" className={`${cell} text-left font-normal`}>
        {item.run ? <Link href={routes.run(item.run, item.issuer)}>{title}</Link> : title}
        {item.asOf && <span className="block text-sm text-muted">as of {formatDate(item.asOf)}</span>}
      </th>
      <td className={cell}>
        {item.issuer === null ? 'All issuers' : (issuers[item.issuer] ?? `Issuer ${item.issuer}`)}
      </td>
      <td className={cell}>
        <Badge tone={tone}>{label}</Badge>
        {item.reason && <span className="mt-1 block max-w-64 text-xs text-muted">{item.reason}</span>}
      </td>
      <td className={`${cell} min-w-64 break-all`}>{item.fileName ?? '–'}</td>
      <td className={`${cell} whitespace-nowrap`}>{item.bytes > 0 ? sizeText(item.bytes) : '–'}</td>
    </tr>
  );
}

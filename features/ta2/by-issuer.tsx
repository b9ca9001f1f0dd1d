// Figures of Form TA-2 for each issuer.

import { ScrollRegion } from '#components/data/scroll-region';
import type { Listed } from '#components/register/issuer-choice';
import { centsOf, formatCents } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';
import type { Ta2Issuer } from '#lib/register/ta2-response';
import type { IssuerYear } from './ta2-derived.ts';

type Props = {
  year: number;
  /** Each issuer with its figures; undefined until they are known. */
  parts: readonly { issuer: Listed; data: IssuerYear | undefined }[];
  /** The registry's own breakdown; empty where its report is for another year. */
  reported: readonly Ta2Issuer[];
};

const head = 'px-3 py-1.5 text-right font-medium';
const cell = 'px-3 py-1 text-right whitespace-nowrap';
const dash = '–';
const count = (value: bigint | number | null | undefined) => (value == null ? dash : formatShares(value));
const dollars = (cents: bigint | null | undefined) => (cents == null ? dash : formatCents(cents));

/** Figures of each issuer for lines 4(a), 5(a) and 7(c): from the report's breakdown, and from the lists. */
export function ByIssuer({ year, parts, reported }: Props) {
  return (
    <ScrollRegion label={`By issuer, ${year}`}>
      <table className="w-full min-w-[48rem] border-collapse">
        <thead>
          <tr className="bg-sunken text-sm text-muted">
            <td />
            <th scope="colgroup" colSpan={3} className="px-3 pt-1.5 text-right font-normal">
              TA-2 report
            </th>
            <th
              scope="colgroup"
              colSpan={3}
              className="border-l border-line px-3 pt-1.5 text-right font-normal"
            >
              Derived from other lists
            </th>
          </tr>
          <tr className="border-b border-rule bg-sunken text-sm">
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              Issuer
            </th>
            {['report', 'derived'].map((source) =>
              ['Items', 'Accounts', 'Dividends'].map((title, index) => (
                <th
                  key={`${source} ${title}`}
                  scope="col"
                  className={`${head} ${source === 'derived' && index === 0 ? 'border-l border-line' : ''}`}
                >
                  {title}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {parts.map(({ issuer, data }) => {
            const own = reported.find((one) => one.issuer === issuer.customerIssuerId);
            return (
              <tr key={issuer.customerIssuerId} className="border-b border-line">
                <th scope="row" className="px-3 py-1 text-left font-normal">
                  {issuer.name} <span className="text-sm text-muted">{issuer.customerIssuerId}</span>
                </th>
                <td className={cell}>{count(own?.items)}</td>
                <td className={cell}>{count(own?.accounts)}</td>
                <td className={cell}>{dollars(own && centsOf(own.dividends))}</td>
                <td className={`${cell} border-l border-line`}>{count(data?.items)}</td>
                <td className={cell}>{count(data?.accounts)}</td>
                <td className={cell}>{dollars(data?.dividendCents)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

// Requests, downloads and opens reports for tests.

import { expect } from 'vitest';
import { type EndpointId, endpointOf } from '#lib/contract/index';
import { readCells, unzip } from '#lib/sheet/archive-for-tests';
import { type Piece, readPdf } from '#registry/render/pdf/pdf-for-tests';
import type { CallOptions, Registry, TestResponse } from '../boot.ts';

/** A sheet as rows of texts by column title. */
export type ReadSheet = { titles: string[]; rows: Record<string, string>[] };

export type ReadFile = { status: number; name: string; type: string; bytes: Buffer };

/** Requests, downloads and opens reports. */
export function reportReader(registry: () => Registry) {
  async function order(id: EndpointId, body: object, options: CallOptions = {}): Promise<TestResponse> {
    return registry().call(endpointOf(id).path, { body, ...options });
  }

  /** The response to a link, whose body is not read yet. */
  async function opened(
    link: string,
    as: CallOptions['as'] = 'demo-agent',
    signal: AbortSignal | null = null,
  ): Promise<Response> {
    const { origin, tokenFor } = registry();
    const headers: HeadersInit = as ? { authorization: `Bearer ${await tokenFor(as)}` } : {};
    return fetch(link.replace('http://registry.example', origin), { headers, signal });
  }

  async function fetched(link: string, as?: CallOptions['as']): Promise<ReadFile> {
    const response = await opened(link, as);
    return {
      status: response.status,
      name: link.split('/').at(-2) ?? '',
      type: response.headers.get('content-type') ?? '',
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }

  async function link(id: EndpointId, body: object, options?: CallOptions): Promise<string> {
    const response = await order(id, body, options);
    expect([id, response.status, response.text.slice(0, 200)]).toEqual([
      id,
      200,
      response.text.slice(0, 200),
    ]);
    expect(Object.keys(response.body as object)).toEqual(['downloadUrl']);
    return (response.body as { downloadUrl: string }).downloadUrl;
  }

  async function file(id: EndpointId, body: object, options?: CallOptions): Promise<ReadFile> {
    const got = await fetched(await link(id, body, options), options?.as);
    expect([id, got.status]).toEqual([id, 200]);
    return got;
  }

  return {
    order,
    link,
    opened,
    fetched,
    file,
    book: async (id: EndpointId, body: object, options?: CallOptions) =>
      workbook((await file(id, { ...body, isPDF: false }, options)).bytes),
    pages: async (id: EndpointId, body: object, options?: CallOptions): Promise<Piece[][]> =>
      readPdf((await file(id, { ...body, isPDF: true }, options)).bytes).pages,
    async text(id: EndpointId, body: object, options?: CallOptions): Promise<string> {
      return textOf(readPdf((await file(id, { ...body, isPDF: true }, options)).bytes));
    },
  };
}

/** The text of all pages of a PDF, one piece a line. */
export const textOf = ({ pages }: { pages: Piece[][] }): string =>
  pages.map((page) => page.map((piece) => piece.text).join('\n')).join('\n');

/** The sheets of a workbook; the sheet "Report" also as its labels and values. */
export function workbook(bytes: Buffer) {
  const entries = unzip(bytes);
  const text = (name: string) => entries.get(name)?.toString('utf8') ?? '';
  const tabs = [...text('xl/workbook.xml').matchAll(/<sheet name="(.*?)" sheetId="(\d+)"/g)];
  const grid = (name: string): string[][] => {
    const tab = tabs.find((each) => each[1] === name);
    const rows: string[][] = [];
    for (const [ref, { value }] of readCells(text(`xl/worksheets/sheet${tab?.[2]}.xml`))) {
      const [, letters = '', number = '1'] = /^([A-Z]+)(\d+)$/.exec(ref) ?? [];
      const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      rows[Number(number) - 1] ??= [];
      (rows[Number(number) - 1] as string[])[column] = value;
    }
    return Array.from(rows, (row) => row ?? []);
  };
  return {
    names: tabs.map((tab) => tab[1] ?? ''),
    sheet(name: string): ReadSheet {
      const [titles = [], ...rows] = grid(name);
      return {
        titles,
        rows: rows.map((row) => Object.fromEntries(titles.map((title, index) => [title, row[index] ?? '']))),
      };
    },
    /** Value of a label on the sheet "Report"; the first one with that name. */
    fact: (label: string) => grid('Report').find((row) => row[0] === label)?.[1],
    labels: () => grid('Report').map((row) => row[0] ?? ''),
  };
}

export function total(rows: readonly Record<string, string>[], column: string): number {
  return rows.reduce((sum, row) => sum + Number(row[column] || 0), 0);
}

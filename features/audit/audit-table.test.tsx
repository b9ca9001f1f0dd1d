// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Entry } from './audit-query.ts';
import { AuditTable } from './audit-table.tsx';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams() }));
afterEach(cleanup);

const entry = (seq: string, outcome: Entry['outcome']): Entry => ({
  seq,
  at: '2026-11-20T15:00:00.000Z',
  recorded: '2026-11-20 10:00:00',
  person: 'Olivia Park',
  email: 'operator@harborline.example',
  address: '192.0.2.1',
  requestId: `request-${seq}`,
  action: 'call',
  words: `Action ${seq}`,
  outcome,
  endpoint: null,
  issuer: null,
  object: null,
  about: null,
  effectiveDate: null,
  before: null,
  after: null,
  detail: {},
  hash: '',
});

it('shows a refused entry as a warning and a failed one as an error', async () => {
  render(
    <AuditTable
      response={{
        entries: [entry('1', 'ok'), entry('2', 'refused'), entry('3', 'failed')],
        total: 3,
        counted: true,
        zone: 'UTC',
        choices: { people: [], actions: [] },
      }}
      issuers={[]}
      words="Nov 20, 2026"
    />,
  );
  const toneOf = async (label: string) => (await screen.findByText(label)).className;
  expect(await toneOf('Refused')).toMatch(/warning/);
  expect(await toneOf('Failed')).toMatch(/danger/);
  expect(await toneOf('Done')).not.toMatch(/warning|danger/);
});

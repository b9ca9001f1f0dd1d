// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AgentOperationsProvider } from '#components/data/agent-operations';
import type { AgentId } from '#lib/contract/index';
import type { DepositoryFacts } from '#lib/proof/depository/facts';
import { DepositorySection } from './depository-section.tsx';

afterEach(cleanup);

const draw = (facts: DepositoryFacts | null, operations: readonly AgentId[]) =>
  render(
    <AgentOperationsProvider operations={operations}>
      <DepositorySection facts={facts} issuer={1001} name="Larkspur" day="2026-11-20" />
    </AgentOperationsProvider>,
  ).container;

it('says of a registry without position files that the position is not provable, and never in green', () => {
  const section = draw(null, []);
  const badge = screen.getByText('Not provable');
  expect(badge.className).not.toMatch(/positive/);
  expect(section.textContent).toContain('does not read position files of the depository');
  expect(section.textContent).not.toMatch(/no difference|agree|match(es)? /i);
  expect(screen.getByRole('link', { name: 'Ownership' }).getAttribute('href')).toBe(
    '/issuers/1001/ownership?asof=2026-11-20',
  );
});

it('tells a day without a file from a registry that reads none', () => {
  const section = draw({ file: null, hasNominee: true, positions: [] }, ['GetProof', 'GetPositionFiles']);
  expect(section.textContent).toContain('No position file of the depository was imported for Nov 20, 2026');
  expect(screen.queryByText('Not provable')).toBeNull();
});

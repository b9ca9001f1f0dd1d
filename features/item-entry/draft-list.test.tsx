// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Route } from '#lib/routes';
import { DraftList } from './draft-list.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));
afterEach(cleanup);

it('says when a draft was saved on the clock of the registry, wherever the page is rendered', () => {
  const draft = {
    ...{ id: 'draft-1', text: 'Gift', issuer: 'Larkspur', savedAt: '2026-11-25T19:50:00Z' },
    href: '/work-queue/new' as Route,
  };
  render(<DraftList user="u" drafts={[draft]} zone="Asia/Tokyo" />);
  expect(screen.getByText('Saved Nov 26, 2026, 4:50 AM GMT+9')).toBeTruthy();
});

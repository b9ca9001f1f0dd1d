// @vitest-environment happy-dom

import { readFileSync } from 'node:fs';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { routes } from '#lib/routes';
import { FirstSteps } from './first-steps.tsx';

afterEach(cleanup);

test('names commands that exist, and no page for them where there is none', () => {
  render(<FirstSteps page={null} users={null} />);
  const commands = screen.getByRole('list').textContent?.match(/npm run [\w:]+/g) ?? [];
  expect(commands).toHaveLength(3);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const command of commands) expect(scripts).toHaveProperty([command.replace('npm run ', '')]);
  expect(screen.queryAllByRole('link')).toEqual([]);
});

test('leads an administrator to the users, and to the page of registers where there is one', () => {
  render(<FirstSteps page={routes.home()} users={routes.users()} />);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Bring in a register',
    'Invite users',
  ]);
});

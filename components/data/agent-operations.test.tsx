// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AgentOperationsProvider, useAgentOperations } from './agent-operations.tsx';

function Names() {
  return <p>{[...useAgentOperations()].join() || 'none'}</p>;
}

test('the operations that the layout was given, and none outside it', () => {
  render(
    <AgentOperationsProvider operations={['GetAgentSettings']}>
      <Names />
    </AgentOperationsProvider>,
  );
  expect(screen.getByText('GetAgentSettings')).toBeTruthy();
  render(<Names />);
  expect(screen.getByText('none')).toBeTruthy();
});

// React context with the agent operations that the registry has and the user may use.

'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { AgentId } from '#lib/contract/index';

const AgentOperations = createContext<ReadonlySet<AgentId>>(new Set());

type Props = { operations: readonly AgentId[]; children: ReactNode };

/** Tells the pages below which agent operations the registry has and the user may use. */
export function AgentOperationsProvider({ operations, children }: Props) {
  const value = useMemo(() => new Set(operations), [operations]);
  return <AgentOperations value={value}>{children}</AgentOperations>;
}

/**
 * The agent operations that the registry has and the user may use. Empty with a registry that has none: show nothing
 * then that needs them.
 */
export const useAgentOperations = (): ReadonlySet<AgentId> => useContext(AgentOperations);

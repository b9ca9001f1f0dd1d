import { agentIds, type ExactResponseFor } from '#lib/contract/index';

/** The agent operations that this registry has. */
export async function getAgentOperations(): Promise<ExactResponseFor<'GetAgentOperations'>> {
  return { version: '1', operations: [...agentIds] };
}

import 'server-only';
import { sourceKeys } from '#lib/session/throttle';
import type { GatewayContext } from '../gateway-context.ts';

/**
 * Takes a slot for a request without sign-in: one of its source address, and one of all addresses together. Release both
 * with the returned function. Throws ApiError `rate_limited`.
 */
export function enterPublic(
  { limits }: Pick<GatewayContext, 'limits'>,
  address: string | null,
  kind: 'publicVerify' | 'publicFile',
): () => void {
  const leaveOwn = limits.enter(`source ${sourceKeys(address)[0]?.value ?? 'unknown'}`, kind);
  try {
    const leaveAll = limits.enter('everybody', `${kind}All`);
    return () => {
      leaveAll();
      leaveOwn();
    };
  } catch (error) {
    leaveOwn();
    throw error;
  }
}

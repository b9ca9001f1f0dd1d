'use client';

import { createContext, type ReactNode, useContext } from 'react';

/** How the user can re-authenticate here: password, code, both, or neither when only a provider can. */
export type ProofWays = {
  password: boolean;
  /** A second factor is set up: its code, or a recovery code. */
  code: boolean;
  /** An authenticator app is set up; without one, only recovery codes work. */
  app?: boolean;
  passkey?: boolean;
};

/** Label of the code field. */
export const codeLabel = ({ app = true }: ProofWays) =>
  app ? 'Code of your authenticator app' : 'Recovery code';

const Ways = createContext<ProofWays>({ password: true, code: false });

export const useProofWays = () => useContext(Ways);

export const ProofWaysProvider = ({ ways, children }: { ways: ProofWays; children: ReactNode }) => (
  <Ways value={ways}>{children}</Ways>
);

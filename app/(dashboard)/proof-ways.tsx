'use client';

import { createContext, type ReactNode, useContext } from 'react';

/** What somebody can prove themselves with here: a password, a code, both, or neither, when their provider is asked. */
export type ProofWays = {
  password: boolean;
  /** A second factor is set up: its code, or a recovery code. */
  code: boolean;
  /** An authenticator app gives codes; without one, only recovery codes do. */
  app?: boolean;
  passkey?: boolean;
};

/** What the field for a code asks for. */
export const codeLabel = ({ app = true }: ProofWays) =>
  app ? 'Code of your authenticator app' : 'Recovery code';

const Ways = createContext<ProofWays>({ password: true, code: false });

export const useProofWays = () => useContext(Ways);

export const ProofWaysProvider = ({ ways, children }: { ways: ProofWays; children: ReactNode }) => (
  <Ways value={ways}>{children}</Ways>
);

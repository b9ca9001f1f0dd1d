'use client';

import { createContext, type ReactNode, useContext } from 'react';

/** What somebody can prove themselves with here: a password, a code, both, or neither, when their provider is asked. */
export type ProofWays = { password: boolean; code: boolean };

const Ways = createContext<ProofWays>({ password: true, code: false });

export const useProofWays = () => useContext(Ways);

export const ProofWaysProvider = ({ ways, children }: { ways: ProofWays; children: ReactNode }) => (
  <Ways value={ways}>{children}</Ways>
);

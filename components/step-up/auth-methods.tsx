'use client';

import { createContext, type ReactNode, useContext } from 'react';

/** How the user can re-authenticate here: password, code, both, or neither when only a provider can. */
export type AuthMethods = {
  password: boolean;
  /** A second factor is set up: its code, or a recovery code. */
  code: boolean;
  /** An authenticator app is set up; without one, only recovery codes work. */
  app?: boolean;
  passkey?: boolean;
};

/** Label of the code field. */
export const codeLabel = ({ app = true }: AuthMethods) => (app ? 'Authenticator code' : 'Recovery code');

const Ways = createContext<AuthMethods>({ password: true, code: false });

export const useAuthMethods = () => useContext(Ways);

export const AuthMethodsProvider = ({ ways, children }: { ways: AuthMethods; children: ReactNode }) => (
  <Ways value={ways}>{children}</Ways>
);

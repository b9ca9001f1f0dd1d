import { z } from 'zod';

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'This is no base64url text.');

const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

/** The browser's response when it has created a passkey, every part bounded; unknown parts are dropped. */
export const newPasskeyShape = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(8192),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
});

/** The browser's response when a passkey has signed. */
export const passkeyProofShape = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(2048),
    userHandle: base64url(128)
      .nullish()
      .transform((handle) => handle ?? undefined),
  }),
});

export type NewPasskey = z.output<typeof newPasskeyShape>;
export type PasskeyProof = z.output<typeof passkeyProofShape>;

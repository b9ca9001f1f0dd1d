// React context that connects a control with the label, hint and error of its field.

'use client';

import { createContext, useContext } from 'react';

export type FieldWiring = {
  id: string;
  required: boolean;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

/** Set by Field for the control inside it. */
export const FieldContext = createContext<FieldWiring | null>(null);

/** Attributes that connect a control with its label, hint and error; empty outside a Field. */
export const useField = (): Partial<FieldWiring> => useContext(FieldContext) ?? {};

'use client';

import { createContext } from 'react';

/**
 * Creation date 'yyyy-mm-dd' for files of the tables below: the registry's date. A browser's clock and zone may
 * be wrong.
 */
export const MadeOn = createContext<string | null>(null);

'use client';

import { createContext } from 'react';

/**
 * The calendar day that files of the tables below carry, 'yyyy-mm-dd': that of the register. A browser's own clock and
 * zone must not date them (architecture, "Dates and quantities").
 */
export const MadeOn = createContext<string | null>(null);

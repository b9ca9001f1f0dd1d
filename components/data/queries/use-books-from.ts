'use client';

import { useQuery } from '@tanstack/react-query';
import { issuerBooksQuery } from '#lib/api/books-query';
import { useAgentOperations } from '../agent-operations.tsx';

/**
 * The first day that the books of an issuer cover, 'yyyy-mm-dd'; earlier days are refused by the registry. Null when they
 * cover every day, or the registry does not say; undefined while it is loading.
 */
export function useBooksFrom(issuer: number | null): string | null | undefined {
  const isOffered = useAgentOperations().has('GetIssuerBooks') && issuer !== null;
  const { data, isLoading } = useQuery({ ...issuerBooksQuery(issuer ?? 0), enabled: isOffered });
  return isOffered && isLoading ? undefined : (data?.booksFrom ?? null);
}

// Redirects former addresses of the page Proof.

import { redirect } from 'next/navigation';
import { requireUser } from '#components/page/page-guards';
import { only, routes, type SearchParams } from '#lib/routes';

type Props = { searchParams: Promise<SearchParams> };

/** Former addresses of Proof, in bookmarks and mails: the page with the same issuer and period. */
export async function RedirectToProof({ searchParams }: Props) {
  const { issuer, from, to } = await searchParams;
  const here = routes.proof({ issuer: only(issuer), from: only(from), to: only(to) });
  await requireUser(here);
  redirect(here);
}

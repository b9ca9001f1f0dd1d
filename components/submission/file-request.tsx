'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { Fragment, type ReactNode, useState } from 'react';
import type { EndpointId } from '#lib/contract/index';
import type { Route } from '#lib/routes';
import { useAgentWrite } from './use-agent-write.tsx';

/** Requests at whose end there is a file at the registry, with a page of its own beside the list of all files. */

type FormProps = {
  /** The operation that lists the files. */
  list: EndpointId;
  children: (onListed: () => void) => ReactNode;
};

/** The form of a request. Once the list shows its file, the form is a new one: a later file is another request. */
export function FileRequestForm({ list, children }: FormProps) {
  const [count, setCount] = useState(0);
  const client = useQueryClient();
  const onListed = () => {
    setCount(count + 1);
    void client.refetchQueries({ queryKey: [list] });
  };
  return <Fragment key={count}>{children(onListed)}</Fragment>;
}

type Request<Sent> = {
  /** Calls the operation under the id; gives the number of the file. */
  post: (sent: Sent, idempotencyId: string) => Promise<number>;
  pageOf: (file: number) => Route;
  onListed: () => void;
};

/** Sends the request, then opens the page of the file, or returns to the list where its number is not known. */
export function useFileRequest<Sent>({ post, pageOf, onListed }: Request<Sent>) {
  const router = useRouter();
  return useAgentWrite<Sent, number | null>({
    post,
    // The outbox does not have the answer: the list shows the file.
    resultOf: () => null,
    onDone: (file) => (file === null ? onListed() : router.push(pageOf(file))),
  });
}

import NotFound from '../not-found.tsx';

/** The same page inside the shell, for somebody who is signed in. */
export default function NotFoundHere() {
  return <NotFound />;
}

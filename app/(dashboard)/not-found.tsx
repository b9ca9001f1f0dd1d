import { NothingHere } from '../nothing-here.tsx';

/** The same page inside the shell, for somebody who is signed in. */
export default function NotFoundHere() {
  return <NothingHere />;
}

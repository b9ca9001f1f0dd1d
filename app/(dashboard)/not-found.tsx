import { NothingHere } from '../nothing-here.tsx';

/** The "not found" page inside the shell, for signed-in users. */
export default function NotFoundHere() {
  return <NothingHere />;
}

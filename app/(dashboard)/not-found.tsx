import { NothingHere } from '#components/shell/nothing-here';

/** The "not found" page inside the shell, for signed-in users. */
export default function NotFoundHere() {
  return <NothingHere />;
}

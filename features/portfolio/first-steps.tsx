import type { ReactNode } from 'react';
import { LinkButton } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { Section } from '#components/ui/text';
import type { Route } from '#lib/routes';

type Props = {
  /** Page on which a register is brought in; null: commands only. */
  page: Route | null;
  /** Page of the users; null for a user who may not add one. */
  users: Route | null;
};

/** What to do first while the registry of this installation has no issuer. */
export function FirstSteps({ page, users }: Props) {
  return (
    <>
      <Section title="Bring in a register">
        <p className="mt-2 max-w-prose">
          The register of an issuer is written down in a workbook: issuer, classes, holders and every
          outstanding certificate and book entry. It is checked as a whole, and then posted as a whole or not
          at all.
        </p>
        {page && (
          <p className="mt-3">
            <LinkButton href={page} variant="primary">
              Bring in a register
            </LinkButton>
          </p>
        )}
        <p className="mt-3 max-w-prose">
          {page ? 'Or run' : 'Run'} these commands on the machine of this installation, in the folder of
          Sharebook. If DATA_DIR is set for npm start, set it here too.
        </p>
        <ol className="mt-3 max-w-3xl list-inside list-decimal space-y-3 marker:text-muted">
          <Step command="npm run registry:template -- --out register.xlsx">
            Create the workbook. Its first sheet explains the work. Add <Code>--example</Code> for a workbook
            filled for a fictional issuer.
          </Step>
          <li>Fill in its sheets from the certified list of the register.</li>
          <Step command="npm run registry:import -- register.xlsx --dry-run --findings findings.xlsx">
            Check it. Nothing is written to the books. Each error has its sheet, cell, value and a sentence;
            findings.xlsx marks it in its cell.
          </Step>
          <Step command="npm run registry:import -- register.xlsx">
            Import it when there are no errors. The issuer is then listed on this page.
          </Step>
        </ol>
        <p className="mt-3 max-w-prose text-sm text-muted">
          <Code>npm run registry:import -- --undo ISSUER --reason "…"</Code> takes a register back, as long as
          nothing was entered since. An archive of another Sharebook is imported in the same way.
        </p>
      </Section>
      {users && (
        <Section title="Add users">
          <p className="mt-2 max-w-prose">
            Items that need approval are approved by a second user. <Link href={users}>Invite users</Link> of
            the transfer agent now, and users of the issuer after its register is imported.
          </p>
        </Section>
      )}
    </>
  );
}

const Code = ({ children }: { children: ReactNode }) => (
  <code className="font-mono text-sm break-words">{children}</code>
);

function Step({ command, children }: { command: string; children: ReactNode }) {
  return (
    <li>
      {children}
      <code className="mt-1 block rounded border border-rule bg-raised px-2 py-1 font-mono text-sm break-words select-all">
        {command}
      </code>
    </li>
  );
}

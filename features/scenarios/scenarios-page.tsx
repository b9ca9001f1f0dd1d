import { type IssuerPageProps, openIssuer } from '#components/page/issuer-page';
import { issuerTitle } from '#components/page/page-guards';
import { slowPage } from '#components/page/slow-page';
import { LinkButton } from '#components/ui/button';
import { formatInstant } from '#components/ui/instant';
import { Link } from '#components/ui/link';
import { EmptyState } from '#components/ui/states';
import { PageHeader } from '#components/ui/text';
import { canSaveScenarios } from '#lib/access/can';
import { env } from '#lib/env';
import { formatDate } from '#lib/format/dates';
import { scenariosFor } from '#lib/gateway/scenario-access';
import { scenarioSentence } from '#lib/register/scenarios/sentence';
import { routes } from '#lib/routes';
import { store } from '#lib/session/store';

export const generateMetadata = issuerTitle('Scenarios');

/** The saved scenarios of an issuer, last changed first. */
export const ScenariosPage = slowPage(async (props: IssuerPageProps) => {
  const { user, issuer, name, asof } = await openIssuer(props, routes.scenarios);
  const scenarios = await scenariosFor(store(), user, issuer);
  const zone = env().registry.timeZone;
  const open = (
    <LinkButton variant="primary" href={routes.scenario(issuer, 'new', { asof })}>
      New scenario
    </LinkButton>
  );
  return (
    <>
      <PageHeader kicker={name} title="Scenarios" actions={scenarios.length > 0 && open} />
      {scenarios.length === 0 ? (
        <EmptyState title="No scenarios saved" action={open}>
          A scenario shows the cap table after a round, a pool, a conversion, a buy-back or a split. It
          changes nothing in the register.{' '}
          {!canSaveScenarios(user, issuer) && 'Issuer officers and agent staff save scenarios.'}
        </EmptyState>
      ) : (
        <ul className="under-rule border-t border-line">
          {scenarios.map((one) => (
            <li
              key={one.id}
              className="grid gap-x-6 border-b border-line py-2 lg:grid-cols-[minmax(12rem,1fr)_2fr_auto]"
            >
              <Link
                href={routes.scenario(issuer, one.id, { asof: one.asOf })}
                className="font-medium break-words"
              >
                {one.name}
              </Link>
              <p className="min-w-0 break-words">{scenarioSentence(one.steps)}</p>
              <p className="text-sm text-muted lg:w-56 lg:text-right">
                {one.changedBy}
                <span className="block">{formatInstant(one.changedAt, zone)}</span>
                {one.asOf && <span className="block">Register as of {formatDate(one.asOf)}</span>}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
});

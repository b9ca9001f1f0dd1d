import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { RefreshPanel } from '#components/data/refresh-panel';
import { agentOperationsOf } from '#components/page/agent-operations';
import { type IssuerPageProps, openIssuer } from '#components/page/issuer-page';
import { balanceOfMany } from '#components/page/many-accounts';
import { issuerTitle } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { canSaveScenarios } from '#lib/access/can';
import type { User } from '#lib/access/roles';
import type { ApiError } from '#lib/api/error';
import { balanceQuery, dilutedQuery } from '#lib/api/register-queries';
import { env, registryNow } from '#lib/env';
import { scenarioFor, scenariosFor } from '#lib/gateway/scenario-access';
import { readDilutionSummary } from '#lib/gateway/summaries/dilution-summary';
import type { Balance } from '#lib/register/capacity';
import { startRegister } from '#lib/register/scenarios/start';
import { only, routes } from '#lib/routes';
import { store } from '#lib/session/store';
import { ListedScenario, type ScenarioProps, ScenarioView } from './scenario-view.tsx';

type Props = IssuerPageProps<{ scenario: string }>;

export const generateMetadata = (props: Props): Promise<Metadata> => issuerTitle('Scenario')(props);

/** One scenario, saved or new, worked out on the register of the page's date. */
export const ScenarioPage = slowPage(async (props: Props) => {
  const { scenario: segment } = await props.params;
  const { user, issuer, name, search, asof, today } = await openIssuer(props, (of) =>
    routes.scenario(of, segment),
  );
  const pool = store();
  const saved = segment === 'new' ? null : ((await scenarioFor(pool, user, issuer, segment)) ?? notFound());
  const [all, offered] = await Promise.all([scenariosFor(pool, user, issuer), agentOperationsOf(user)]);
  const others = all.filter(({ id }) => id !== saved?.id);
  const compared = others.find(({ id }) => id === only(search.compare)) ?? null;
  const day = asof ?? today;
  const shown: ScenarioProps = {
    ...{ issuer, name, asof, today, saved, compared },
    user: user.id,
    others: others.map((one) => ({ id: one.id, name: one.name })),
    zone: env().registry.timeZone,
    now: registryNow().toISOString(),
    maySave: canSaveScenarios(user, issuer),
    mayDraft: offered.has('CreateItem'),
  };
  const balances = await balanceOfMany(user, issuer, day);
  if (balances)
    return (
      <Suspense fallback={<LoadingPlaceholder text="Loading the register…" lines={12} />}>
        <Largest user={user} balances={balances} shown={shown} />
      </Suspense>
    );
  return (
    <Prefetched user={user} queries={[dilutedQuery(issuer, day), balanceQuery(issuer, day)]}>
      <ListedScenario key={saved?.id ?? 'new'} {...shown} />
    </Prefetched>
  );
});

/** Most holders over all classes that are listed of a register too large to send to a browser. */
const shownMax = 400;
const shownMin = 20;

/** Variant for a register too large to list: its largest holders, and all others as one. */
async function Largest({ user, balances, shown }: { user: User; balances: Balance[]; shown: ScenarioProps }) {
  const { issuer, asof, today } = shown;
  const count = Math.max(shownMin, Math.floor(shownMax / balances.length));
  const input = { customerIssuerId: issuer, cutoff: asof ?? today, isPDF: false };
  const read = await readDilutionSummary(user, input, count).catch((error: ApiError) => error);
  if (read instanceof Error)
    return <RefreshPanel code={read.code} message={read.message} requestId={read.requestId} />;
  const start = startRegister(
    read.response,
    balances,
    read.totals.map(({ held, reserved }) => ({
      held: held.shares,
      accounts: held.listed,
      reserved: reserved.shares,
    })),
  );
  return <ScenarioView key={shown.saved?.id ?? 'new'} {...shown} start={start} />;
}

import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import {
  type CertificateDefinition,
  certificateDefinitions,
} from '#registry/queries/certificate-definitions';
import { classesOf } from '#registry/queries/classes';
import { noTotals, registerTotals } from '#registry/queries/totals';
import type { Context } from '../parts/context.ts';
import { formText } from '../parts/display-text.ts';
import { issuerOfQuery } from '../parts/request/scope.ts';
import { classNamed } from '../parts/response/class-named.ts';

/** Number of a definition within its class. The definition's id is the class's id followed by this digit. */
const places = { Certificate: 1n, any: 2n, nominee: 3n, treasury: 4n } as const;

/** The kinds of certificate an issuer uses. The response format is our own. */
export async function getCertificateDefinitions(
  ctx: Context,
  input: RequestFor<'GetIssuerActiveCertificateDefinitions'>,
): Promise<ExactResponseFor<'GetIssuerActiveCertificateDefinitions'>> {
  const today = ctx.clock.today();
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerOfQuery(db, ctx.caller, input);
    const ofId = classNamed(await classesOf(db, issuer.id, today));
    const { byClass } = await registerTotals(db, ctx.memory, issuer, today);
    return (await certificateDefinitions(db, issuer.id)).map((definition) => {
      const ofClass = ofId(definition.class_id);
      const { restricted } = byClass.get(ofClass.id) ?? noTotals;
      return {
        certificateDefinitionId: ofClass.id * 10n + placeOf(definition),
        securityTypeId: ofClass.id,
        securityType: ofClass.name,
        prefix: definition.prefix,
        certificateType: definition.form,
        description: `${ofClass.description || ofClass.name}: ${kindText(definition)}`,
        cusip: ofClass.cusip,
        parValue: definition.par_value === null ? null : Number(definition.par_value),
        nextCertificateNumber: definition.next_number.toString(),
        isActive: true,
        // Shares of the nominee and of treasury are never restricted.
        restrictionLegendRequired: definition.holder === 'any' && restricted > 0n,
      };
    });
  });
}

function placeOf({ form, holder }: CertificateDefinition): bigint {
  return form === 'Certificate' ? places.Certificate : places[holder];
}

function kindText({ form, holder }: CertificateDefinition): string {
  if (holder === 'nominee') return 'Book entry of the depository nominee';
  return holder === 'treasury' ? 'Book entry of treasury' : formText(form);
}

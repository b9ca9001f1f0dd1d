import { DefinitionList } from '#components/ui/definition-list';
import { Section } from '#components/ui/text';

/** What a verdict does not say. */
export const NotCovered = () => (
  <Section title="Not covered by a verdict">
    <DefinitionList
      items={[
        {
          term: 'Who holds',
          detail:
            'Transactions take their lines from the rows of the certificates. They show that no entry is missing and when each took effect, not who holds. A certificate whose holder was changed by hand shows only in record-date lists frozen before.',
        },
        {
          term: 'Past days',
          detail:
            'A verdict on a past day uses the books as they are now, with entries posted since. What was pending on that day is not stored.',
        },
        {
          term: 'Outside parties',
          detail:
            'The depository’s position is compared for days of which its file was imported, where the registry reads these files; a day without one is named and does not count against the books. The records of the issuer are not available from the registry.',
        },
      ]}
    />
  </Section>
);

/** An entry's place in what its rows are ordered by. */
const POSITIONS_PER_ENTRY = 4096;

export interface Named {
  readonly id: string;
  readonly name: string;
}

const QUESTIONS = [
  `select id, canonical_name || case when assigned then ' split off' else '' end as name from (
      select id, canonical_name, id in (select entity_id from truth_observation where assigned_at is not null) as assigned
      from truth_entity) as entity`,
  `select id, 'observation of entry ' || (position / ${POSITIONS_PER_ENTRY}) as name from truth_observation`,
  `select id, 'source of entry ' || (position / ${POSITIONS_PER_ENTRY}) as name from truth_source`,
  `select id, 'observation of entry ' || (position / ${POSITIONS_PER_ENTRY}) as name
      from truth_relationship_observation`,
  `select id, 'timeline of ' || field as name from truth_timeline`,
  `select content_hash as id, 'file of entry ' || (position / ${POSITIONS_PER_ENTRY}) as name
      from truth_source where kind = 'file'`,
  `select key_hash as id, 'answer' as name from truth_request`,
  `select reference_id as id, 'passage ' || ordinal as name from notebook_passage`,
  `select id, 'entry ' || seq as name from event`,
  `select substr(id, 1, 60) || '…' as id, 'note ' || text as name from conformance_note`,
];

/** Puts names for ids in what a command says, so that a table can tell exactly which thing it means. */
export async function createNaming(
  ask: (text: string) => Promise<readonly Named[]>,
): Promise<(line: string) => string> {
  const named: Named[] = [];
  for (const question of QUESTIONS) named.push(...(await ask(question)));
  return (line) => named.reduce((text, { id, name }) => text.replaceAll(id, `{${name}}`), line);
}

const SCHEME = "neotoma://";

/** Every address of this world, in one place. */
export const addressOf = {
  entities: `${SCHEME}entities`,
  entitiesOf: (type: string) => `${SCHEME}entities/${type}`,
  entityTypes: `${SCHEME}entity_types`,
  entity: (id: string) => `${SCHEME}entity/${id}`,
  observations: (id: string) => `${SCHEME}entity/${id}/observations`,
  relationshipsOf: (id: string) => `${SCHEME}entity/${id}/relationships`,
  relationships: `${SCHEME}relationships`,
  relationshipsOfType: (type: string) => `${SCHEME}relationships/${type}`,
  timeline: (period: string) => `${SCHEME}timeline/${period}`,
  source: (id: string) => `${SCHEME}source/${id}`,
  sources: `${SCHEME}sources`,
};

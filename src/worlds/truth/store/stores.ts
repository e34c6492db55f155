import type { Sql } from "../../../kernel/index.ts";
import { createEntityStore, type EntityStore } from "./entity-store.ts";
import { createIdentifierStore, type IdentifierStore } from "./identifier-store.ts";
import { createMemoryEntityStore, type MemoryEntityStore } from "./memory-entity-store.ts";
import { createMemoryObservationStore, type MemoryObservationStore } from "./memory-observation-store.ts";
import { createMemoryRelationStore, type MemoryRelationStore } from "./memory-relation-store.ts";
import { createMergeStore, type MergeStore } from "./merge-store.ts";
import { createObservationStore, type ObservationStore } from "./observation-store.ts";
import { createQuoteStore, type QuoteStore } from "./quote-store.ts";
import { createRecommendationStore, type RecommendationStore } from "./recommendation-store.ts";
import { createRegroupingStore, type RegroupingStore } from "./regrouping-store.ts";
import {
  createRelationshipObservationStore,
  type RelationshipObservationStore,
} from "./relationship-observation-store.ts";
import { createRelationshipStore, type RelationshipStore } from "./relationship-store.ts";
import { remember } from "./remembered.ts";
import { createRequestStore, type RequestStore } from "./request-store.ts";
import { createRunStore, type RunStore } from "./run-store.ts";
import { createSchemaStore, type SchemaStore } from "./schema-store.ts";
import { createSourceStore, type SourceStore } from "./source-store.ts";
import { createTimelineStore, type TimelineStore } from "./timeline-store.ts";
import { createTypeStore, type TypeStore } from "./type-store.ts";
import { createValueStore, type ValueStore } from "./value-store.ts";
import { createWithdrawnStore, type WithdrawnStore } from "./withdrawn-store.ts";

/**
 * The stores of one tenant in one transaction, each made when it is first asked for: most calls need two or three.
 * A class, because getters of a prototype cost a call nothing; in an object they would be made anew every time.
 */
export class Stores {
  readonly #sql: Sql;
  readonly tenant: string;
  #entities?: EntityStore;
  #identifiers?: IdentifierStore;
  #memoryEntities?: MemoryEntityStore;
  #memoryObservations?: MemoryObservationStore;
  #memoryRelations?: MemoryRelationStore;
  #merges?: MergeStore;
  #observations?: ObservationStore;
  #quotes?: QuoteStore;
  #regroupings?: RegroupingStore;
  #relationships?: RelationshipStore;
  #relationshipObservations?: RelationshipObservationStore;
  #requests?: RequestStore;
  #runs?: RunStore;
  #sources?: SourceStore;
  #timeline?: TimelineStore;
  #types?: TypeStore;
  #values?: ValueStore;
  #withdrawn?: WithdrawnStore;

  #recommendations?: RecommendationStore;
  #schemas?: SchemaStore;

  constructor(sql: Sql, tenant: string) {
    this.#sql = sql;
    this.tenant = tenant;
  }

  /** From here on what is read in this transaction is not read again until it is changed. */
  remember(): void {
    remember(this.#sql);
  }

  get entities(): EntityStore {
    this.#entities ??= createEntityStore(this.#sql, this.tenant);
    return this.#entities;
  }

  get identifiers(): IdentifierStore {
    this.#identifiers ??= createIdentifierStore(this.#sql, this.tenant);
    return this.#identifiers;
  }

  get memoryEntities(): MemoryEntityStore {
    this.#memoryEntities ??= createMemoryEntityStore(this.#sql, this.tenant);
    return this.#memoryEntities;
  }

  get memoryObservations(): MemoryObservationStore {
    this.#memoryObservations ??= createMemoryObservationStore(this.#sql, this.tenant);
    return this.#memoryObservations;
  }

  get memoryRelations(): MemoryRelationStore {
    this.#memoryRelations ??= createMemoryRelationStore(this.#sql, this.tenant);
    return this.#memoryRelations;
  }

  get merges(): MergeStore {
    this.#merges ??= createMergeStore(this.#sql, this.tenant);
    return this.#merges;
  }

  get observations(): ObservationStore {
    this.#observations ??= createObservationStore(this.#sql, this.tenant);
    return this.#observations;
  }

  get quotes(): QuoteStore {
    this.#quotes ??= createQuoteStore(this.#sql, this.tenant);
    return this.#quotes;
  }

  get regroupings(): RegroupingStore {
    this.#regroupings ??= createRegroupingStore(this.#sql, this.tenant);
    return this.#regroupings;
  }

  get relationships(): RelationshipStore {
    this.#relationships ??= createRelationshipStore(this.#sql, this.tenant);
    return this.#relationships;
  }

  get relationshipObservations(): RelationshipObservationStore {
    this.#relationshipObservations ??= createRelationshipObservationStore(this.#sql, this.tenant);
    return this.#relationshipObservations;
  }

  get requests(): RequestStore {
    this.#requests ??= createRequestStore(this.#sql, this.tenant);
    return this.#requests;
  }

  get runs(): RunStore {
    this.#runs ??= createRunStore(this.#sql, this.tenant);
    return this.#runs;
  }

  get sources(): SourceStore {
    this.#sources ??= createSourceStore(this.#sql, this.tenant);
    return this.#sources;
  }

  get timeline(): TimelineStore {
    this.#timeline ??= createTimelineStore(this.#sql, this.tenant);
    return this.#timeline;
  }

  get types(): TypeStore {
    this.#types ??= createTypeStore(this.#sql, this.tenant);
    return this.#types;
  }

  get values(): ValueStore {
    this.#values ??= createValueStore(this.#sql, this.tenant);
    return this.#values;
  }

  get withdrawn(): WithdrawnStore {
    this.#withdrawn ??= createWithdrawnStore(this.#sql, this.tenant);
    return this.#withdrawn;
  }

  get recommendations(): RecommendationStore {
    this.#recommendations ??= createRecommendationStore(this.#sql, this.tenant);
    return this.#recommendations;
  }

  get schemas(): SchemaStore {
    this.#schemas ??= createSchemaStore(this.#sql, this.tenant);
    return this.#schemas;
  }
}

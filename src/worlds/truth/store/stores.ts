import type { Sql } from "../../../kernel/index.ts";
import { createEntityStore, type EntityStore } from "./entity-store.ts";
import { createIdentifierStore, type IdentifierStore } from "./identifier-store.ts";
import { createMergeStore, type MergeStore } from "./merge-store.ts";
import { createObservationStore, type ObservationStore } from "./observation-store.ts";
import { createRegroupingStore, type RegroupingStore } from "./regrouping-store.ts";
import {
  createRelationshipObservationStore,
  type RelationshipObservationStore,
} from "./relationship-observation-store.ts";
import { createRelationshipStore, type RelationshipStore } from "./relationship-store.ts";
import { createRequestStore, type RequestStore } from "./request-store.ts";
import { createSourceStore, type SourceStore } from "./source-store.ts";
import { createTimelineStore, type TimelineStore } from "./timeline-store.ts";
import { createTypeStore, type TypeStore } from "./type-store.ts";

/**
 * The stores of one tenant in one transaction, each made when it is first asked for: most calls need two or three.
 * A class, because getters of a prototype cost a call nothing; in an object they would be made anew every time.
 */
export class Stores {
  readonly #sql: Sql;
  readonly tenant: string;
  #entities?: EntityStore;
  #identifiers?: IdentifierStore;
  #merges?: MergeStore;
  #observations?: ObservationStore;
  #regroupings?: RegroupingStore;
  #relationships?: RelationshipStore;
  #relationshipObservations?: RelationshipObservationStore;
  #requests?: RequestStore;
  #sources?: SourceStore;
  #timeline?: TimelineStore;
  #types?: TypeStore;

  constructor(sql: Sql, tenant: string) {
    this.#sql = sql;
    this.tenant = tenant;
  }

  get entities(): EntityStore {
    this.#entities ??= createEntityStore(this.#sql, this.tenant);
    return this.#entities;
  }

  get identifiers(): IdentifierStore {
    this.#identifiers ??= createIdentifierStore(this.#sql, this.tenant);
    return this.#identifiers;
  }

  get merges(): MergeStore {
    this.#merges ??= createMergeStore(this.#sql, this.tenant);
    return this.#merges;
  }

  get observations(): ObservationStore {
    this.#observations ??= createObservationStore(this.#sql, this.tenant);
    return this.#observations;
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
}

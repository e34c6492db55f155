import { ACCOUNTS } from "../../installation.ts";
import { query } from "../../query.ts";
import type { Sql } from "../../sql.ts";

/** Something the authorization server has to remember: a client, a grant, a code, a refresh token, a session of its own. */
export interface ArtifactRow {
  readonly model: string;
  /** Of its id, which whoever holds it must show: who reads the table can use none of it. */
  readonly id_hash: string;
  readonly grant_id: string | null;
  /** A second name, which opens nothing. */
  readonly uid: string | null;
  readonly user_name: string | null;
  readonly client_id: string | null;
  readonly payload: string;
  readonly consumed_at: number | null;
  readonly expires_at: number | null;
}

const OWN = query`tenant_id = ${ACCOUNTS}`;

export function findArtifact(sql: Sql, model: string, idHash: string): Promise<ArtifactRow | undefined> {
  return sql.first<ArtifactRow>(
    query`select * from oauth_artifact where ${OWN} and model = ${model} and id_hash = ${idHash}`,
  );
}

export function findArtifactByUid(sql: Sql, model: string, uid: string): Promise<ArtifactRow | undefined> {
  return sql.first<ArtifactRow>(query`select * from oauth_artifact where ${OWN} and model = ${model} and uid = ${uid}`);
}

export function listArtifacts(sql: Sql, model: string): Promise<ArtifactRow[]> {
  return sql.all<ArtifactRow>(
    query`select * from oauth_artifact where ${OWN} and model = ${model} order by client_id, id_hash`,
  );
}

export function listArtifactsOf(sql: Sql, model: string, user: string): Promise<ArtifactRow[]> {
  return sql.all<ArtifactRow>(
    query`select * from oauth_artifact where ${OWN} and user_name = ${user} and model = ${model} order by id_hash`,
  );
}

export async function upsertArtifact(sql: Sql, row: Omit<ArtifactRow, "consumed_at">): Promise<void> {
  await sql.run(query`insert into oauth_artifact
    (tenant_id, model, id_hash, grant_id, uid, user_name, client_id, payload, expires_at)
    values (${ACCOUNTS}, ${row.model}, ${row.id_hash}, ${row.grant_id}, ${row.uid}, ${row.user_name},
      ${row.client_id}, ${row.payload}, ${row.expires_at})
    on conflict (tenant_id, model, id_hash) do update set grant_id = excluded.grant_id, uid = excluded.uid,
      user_name = excluded.user_name, client_id = excluded.client_id, payload = excluded.payload,
      expires_at = excluded.expires_at`);
}

/** Uses it up, once: of many who try at the same time, in whatever process, one is told true. */
export async function consumeArtifact(sql: Sql, model: string, idHash: string, now: number): Promise<boolean> {
  const consumed = await sql.change(query`update oauth_artifact set consumed_at = ${now}
    where ${OWN} and model = ${model} and id_hash = ${idHash} and consumed_at is null`);
  return consumed === 1;
}

export async function deleteArtifact(sql: Sql, model: string, idHash: string): Promise<boolean> {
  const deleted = await sql.change(
    query`delete from oauth_artifact where ${OWN} and model = ${model} and id_hash = ${idHash}`,
  );
  return deleted === 1;
}

/** All that came of one consent: codes, refresh tokens and, by its own id, the consent itself. */
export async function deleteGrant(sql: Sql, grantId: string): Promise<void> {
  await sql.run(query`delete from oauth_artifact where ${OWN} and grant_id = ${grantId}`);
}

/** What one model keeps of a grant. */
export async function deleteByGrant(sql: Sql, model: string, grantId: string): Promise<void> {
  await sql.run(query`delete from oauth_artifact where ${OWN} and model = ${model} and grant_id = ${grantId}`);
}

export async function deleteArtifactsOf(sql: Sql, user: string): Promise<void> {
  await sql.run(query`delete from oauth_artifact where ${OWN} and user_name = ${user}`);
}

export async function deleteArtifactsFor(sql: Sql, clientId: string): Promise<void> {
  await sql.run(query`delete from oauth_artifact where ${OWN} and client_id = ${clientId}`);
}

export async function deleteOldArtifacts(sql: Sql, now: number): Promise<void> {
  await sql.run(query`delete from oauth_artifact where ${OWN} and expires_at <= ${now}`);
}

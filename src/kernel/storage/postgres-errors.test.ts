import { expect, test } from "vitest";
import { fromPostgresError } from "./postgres-errors.ts";

const said = (fields: object) => Object.assign(new Error("said by the server"), { severity: "ERROR", ...fields });

test("a worker of a cluster that is away is a refusal that names it as such", () => {
  const away = {
    code: "storage_unavailable",
    message: "The server of the cluster that holds this data does not answer",
  };
  expect(fromPostgresError(said({ code: "08006" }))).toMatchObject(away);
  expect(fromPostgresError(said({ code: "XX000", where: "while executing command on a:5432" }))).toMatchObject(away);
});

test("a fault of the server itself is none of a worker", () => {
  const fault = said({ code: "XX000" });
  expect(fromPostgresError(fault)).toBe(fault);
  const dying = Object.assign(said({ code: "XX000" }), { message: "postmaster was shut down, exiting" });
  expect(fromPostgresError(dying)).toMatchObject({ code: "storage_unavailable" });
  const gone = Object.assign(new Error("gone"), { code: "ECONNRESET" });
  expect(fromPostgresError(gone)).toMatchObject({ message: "The database server does not answer" });
});

import { INSTALLATION, type Migration, name, query } from "../../../kernel/index.ts";

const TABLES = ["instruction_first_seen", "instruction_indexed"];

/** The folder is one for all users, and so is what is remembered of it. */
export const installation: Migration = {
  name: "instructions-002-installation",
  up: () =>
    TABLES.map((table) => query`update ${name(table)} set tenant_id = ${INSTALLATION} where tenant_id = 'local'`),
};

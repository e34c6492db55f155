import { INSTALLATION, type Migration, name, query } from "../../../kernel/index.ts";

const TABLES = ["notebook_collection", "notebook_file", "notebook_passage"];

/** Collections were kept as the local user's once; they belong to the installation. */
export const installation: Migration = {
  name: "notebook-003-installation",
  up: () =>
    TABLES.map((table) => query`update ${name(table)} set tenant_id = ${INSTALLATION} where tenant_id = 'local'`),
};

import { AjvJsonSchemaValidator } from "mcp-v1/validation/ajv";
import { everyServer } from "./worlds.ts";

type Check = (content: unknown) => { readonly valid: boolean; readonly errorMessage?: string | undefined };

const provider = new AjvJsonSchemaValidator();
const checks = new Map<string, Check | undefined>();
let servers: ReturnType<typeof everyServer> | undefined;

/** What a client says that checks every answer, refusals too, against the schema the tool was listed with. */
export async function misfitOf(server: string, tool: string, content: unknown): Promise<string | undefined> {
  const key = `${server} ${tool}`;
  if (!checks.has(key)) {
    servers ??= everyServer();
    const bound = (await servers).find((one) => one.server.name === server);
    const schema = bound?.listed().find(({ name }) => name === tool)?.outputSchema;
    checks.set(key, schema === undefined ? undefined : provider.getValidator(schema as never));
  }
  const said = checks.get(key)?.(content);
  return said === undefined || said.valid ? undefined : said.errorMessage;
}

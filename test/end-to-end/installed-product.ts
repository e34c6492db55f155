import { execFile } from "node:child_process";
import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { CLEAN_ENVIRONMENT } from "../kit/processes.ts";

const runFile = promisify(execFile);

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
/** What a clone holds that a package is made of; nothing that a build left behind. */
const SOURCES = ["LICENSE", "README.md", "bin", "dashboard", "package.json", "scripts", "src", "tsconfig.json"];
const BUILT = new Set(["dist", "node_modules"]);
const STEP_MS = 10 * 60_000;

/** How this machine reaches its registry; everything else npm would take from the run around us misleads it. */
const REGISTRY_SETTINGS =
  /^(npm_config_(registry|cache|userconfig|globalconfig|cafile)|https?_proxy|no_proxy|node_extra_ca_certs)$/i;
const ENVIRONMENT: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = ""]) => (REGISTRY_SETTINGS.test(name) ? [[name, value]] : [])),
  ),
  ...CLEAN_ENVIRONMENT,
  PATH: [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter),
};
/** Without a registry npm would go on asking for minutes, package by package. */
const INSTALL_FLAGS = [
  ...["--prefer-offline", "--no-audit", "--no-fund"],
  ...["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=1000"],
];
const UNREACHABLE = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)\b/;

/** The product as somebody has it who installed the package, and nothing of this repository. */
export interface InstalledProduct {
  readonly folder: string;
  /** Names of files in the package. */
  readonly shipped: readonly string[];
  /** How a client's configuration starts it. */
  readonly command: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Runs one command line to its end, as people do. */
  npx(...args: string[]): Promise<{ stdout: string; stderr: string }>;
}

/** Packs a clean copy of the repository, which builds it, and installs that package into an empty folder. */
export async function installProduct(work: string): Promise<InstalledProduct | { unavailable: string }> {
  const tarball = await pack(join(work, "clone"), join(work, "packed"));
  const folder = join(work, "installed");
  await mkdir(folder);
  try {
    await npm(folder, "install", "--prefix", folder, tarball, ...INSTALL_FLAGS);
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? error);
    if (!UNREACHABLE.test(said)) throw error;
    return { unavailable: `npm cannot reach a registry to install the package's dependencies from: ${said}` };
  }
  return {
    folder,
    shipped: await readdir(join(folder, "node_modules", "bailiwick"), { recursive: true }),
    command: join(folder, "node_modules", ".bin", "bailiwick"),
    environment: ENVIRONMENT,
    npx: (...args) => runFile("npx", ["--no-install", "bailiwick", ...args], { cwd: folder, env: ENVIRONMENT }),
  };
}

/** A copy, because packing builds, and other tests are running what is built here. */
async function pack(clone: string, destination: string): Promise<string> {
  await mkdir(destination);
  for (const name of SOURCES) {
    const filter = (path: string) => !BUILT.has(path.split("/").at(-1) ?? "");
    await cp(join(REPOSITORY, name), join(clone, name), { recursive: true, filter });
  }
  await symlink(join(REPOSITORY, "node_modules"), join(clone, "node_modules"));
  await npm(clone, "pack", "--pack-destination", destination);
  const [tarball = "", ...others] = await readdir(destination);
  if (others.length > 0) throw new Error(`npm pack made more than one file: ${[tarball, ...others].join(", ")}`);
  return join(destination, tarball);
}

async function npm(cwd: string, ...args: string[]): Promise<void> {
  await runFile("npm", args, { cwd, env: ENVIRONMENT, timeout: STEP_MS });
}

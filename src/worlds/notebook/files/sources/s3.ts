import type { AwsClient } from "aws4fetch";
import type { KernelError } from "../../../../kernel/index.ts";
import type { StorageConfig } from "../../config.ts";
import { refuse } from "../../errors.ts";
import { FILE_BYTES_MAX, type FileSource, type FoundFile, type ReadFile } from "./file-source.ts";
import { type Listing, readListing } from "./s3-listing.ts";

type S3Config = Exclude<StorageConfig, { type: "filesystem" }>;

/** Files of a bucket, by path-style S3 requests: AWS, MinIO, R2, Supabase storage. Only lists and reads. */
export function createS3Source(config: S3Config): FileSource {
  const region = config.region ?? "us-east-1";
  const [, bucket = "", prefix = ""] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(config.path) ?? [];
  const base = `${(config.endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, "")}/${bucket}`;
  const root = prefix === "" ? "" : `${prefix.replace(/\/+$/, "")}/`;
  let signer: Promise<AwsClient> | undefined;

  function client(): Promise<AwsClient> {
    signer ??= import("aws4fetch").then(
      ({ AwsClient }) =>
        new AwsClient({
          accessKeyId: config.access_key_id,
          secretAccessKey: config.secret_access_key,
          service: "s3",
          region,
          retries: 3,
        }),
    );
    return signer;
  }

  async function request(url: string, method: "GET" | "HEAD" = "GET"): Promise<Response> {
    let response: Response;
    try {
      response = await (await client()).fetch(url, { method });
    } catch {
      throw unavailable({ reason: "unreachable" });
    }
    if (response.ok || response.status === 404) return response;
    await response.body?.cancel();
    throw unavailable({ status: response.status });
  }

  function urlOf(path: string): string {
    return `${base}/${`${root}${path}`.split("/").map(encodeURIComponent).join("/")}`;
  }

  async function* pages(under: string, delimiter: string): AsyncGenerator<Listing> {
    const start = `${root}${folderOf(under)}`;
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ "list-type": "2", "encoding-type": "url", prefix: start });
      if (delimiter !== "") query.set("delimiter", delimiter);
      if (token !== undefined) query.set("continuation-token", token);
      const response = await request(`${base}?${query}`);
      if (response.status === 404) throw unavailable({ reason: "no_such_bucket" });
      const listing = readListing(await response.text(), start);
      yield listing;
      token = listing.nextToken;
    } while (token !== undefined);
  }

  async function collect(under: string, take: (listing: Listing) => readonly string[]): Promise<string[]> {
    const names: string[] = [];
    for await (const listing of pages(under, "/")) names.push(...take(listing));
    return names.filter((name) => name !== "" && !name.startsWith(".")).sort();
  }

  return {
    folders: (under) => collect(under, (listing) => listing.folders),
    names: (under) => collect(under, (listing) => listing.files.map((file) => file.path)),
    async *walk(under): AsyncGenerator<FoundFile> {
      for await (const listing of pages(under, "")) {
        yield* listing.files.filter(({ path }) => !path.split("/").some((name) => name === "" || name.startsWith(".")));
      }
    },
    exists: async (path) => (await request(urlOf(path), "HEAD")).status !== 404,
    async read(path): Promise<ReadFile> {
      const response = await request(urlOf(path));
      if (response.status === 404) {
        await response.body?.cancel();
        return { kind: "gone" };
      }
      if (Number(response.headers.get("content-length") ?? 0) > FILE_BYTES_MAX) {
        await response.body?.cancel();
        return { kind: "refused", reason: "too_large" };
      }
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (bytes.length > FILE_BYTES_MAX) return { kind: "refused", reason: "too_large" };
      const stamp = `${bytes.length}-${response.headers.get("etag") ?? ""}`;
      return { kind: "file", bytes, stamp, modifiedAt: Date.parse(response.headers.get("last-modified") ?? "") || 0 };
    },
  };
}

function folderOf(under: string): string {
  return under === "" ? "" : `${under}/`;
}

/** Neither address nor keys nor the storage's own words: those go to the log of whoever asks for the cause. */
function unavailable(context: { reason: string } | { status: number }): KernelError {
  return refuse({
    type: "upstream_failure",
    message: "The notebook storage did not answer as expected",
    recovery: "Ask the operator whether the storage is up and the settings are right.",
    context,
  });
}

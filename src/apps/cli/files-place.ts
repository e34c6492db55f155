import type { Kernel } from "../../kernel/serve.ts";
import type { HttpServer } from "../server/index.ts";

/** Where the links to files lead. */
export interface FilesPlace {
  /** The address that links begin with. */
  base(): Promise<string>;
  /** Told by a command that serves over HTTP anyway. */
  servedAt(url: string): void;
  close(): Promise<void>;
}

/** A process without an HTTP server opens a listener on loopback when the first link is asked of it. */
export function createFilesPlace(publicUrl: string | undefined, kernel: () => Kernel): FilesPlace {
  let url = publicUrl?.replace(/\/+$/, "");
  let listener: Promise<HttpServer> | undefined;

  async function listen(): Promise<HttpServer> {
    const { startHttpServer } = await import("../server/index.ts");
    return startHttpServer({
      kernel: kernel(),
      servers: [],
      page: false,
      host: "127.0.0.1",
      port: 0,
      allowedHosts: [],
    });
  }

  return {
    async base() {
      if (url !== undefined) return url;
      listener ??= listen();
      return (await listener).url;
    },
    servedAt(served) {
      url ??= served;
    },
    close: async () => (await listener)?.close(),
  };
}

import { request } from "node:http";
import { text } from "node:stream/consumers";

/** An answer as a browser gets it. */
export interface Shown {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Where it was asked for. */
  readonly url: string;
}

/** Keeps cookies by path, follows nothing by itself, and sends forms as a page's button would. */
export class Browser {
  readonly cookies = new Map<string, { value: string; path: string }>();

  async open(address: string, options: { method?: string; body?: string; headers?: Record<string, string> } = {}) {
    const url = new URL(address);
    const sent = [...this.cookies].filter(([, { path }]) => url.pathname.startsWith(path));
    const answer = await new Promise<Shown>((resolve, reject) => {
      const asked = request(
        url,
        {
          method: options.method ?? "GET",
          agent: false,
          headers: {
            accept: "text/html",
            ...(sent.length > 0 && {
              cookie: sent.map(([key, { value }]) => `${key.split(" ")[0]}=${value}`).join("; "),
            }),
            ...options.headers,
          },
        },
        (response) => {
          text(response).then(
            (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body, url: url.href }),
            reject,
          );
        },
      );
      asked.on("error", reject);
      asked.end(options.body);
    });
    for (const line of [answer.headers["set-cookie"] ?? []].flat()) this.#keep(line);
    return answer;
  }

  /** Follows redirects while they stay on this server; answers with the page, or with where it was sent on to. */
  async follow(shown: Shown): Promise<Shown> {
    let now = shown;
    while (now.status === 303 || now.status === 302) {
      const next = new URL(String(now.headers.location), now.url);
      if (next.origin !== new URL(now.url).origin) return now;
      now = await this.open(next.href);
    }
    return now;
  }

  async visit(address: string): Promise<Shown> {
    return this.follow(await this.open(address));
  }

  /** Sends the form of a page whose action ends like this, with these fields beside its hidden ones. */
  async submit(page: Shown, action: string, fields: Readonly<Record<string, string | string[]>>): Promise<Shown> {
    const form = [...page.body.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].find(([, to = ""]) =>
      to.endsWith(action),
    );
    if (form === undefined) throw new Error(`no form ${action} on: ${page.status} ${page.body.slice(0, 2000)}`);
    const [, to = "", inner = ""] = form;
    const data = new URLSearchParams();
    for (const [, key = "", value = ""] of inner.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)) {
      data.append(key, value);
    }
    for (const [key, values] of Object.entries(fields)) for (const value of [values].flat()) data.append(key, value);
    // A browser that may not say where it comes from says that it comes from nowhere.
    const origin = page.headers["referrer-policy"] === "no-referrer" ? "null" : new URL(page.url).origin;
    return this.follow(
      await this.open(new URL(to, page.url).href, {
        method: "POST",
        body: data.toString(),
        headers: { "content-type": "application/x-www-form-urlencoded", origin },
      }),
    );
  }

  #keep(line: string): void {
    const [pair = "", ...rest] = line.split("; ");
    const at = pair.indexOf("=");
    const path = rest.find((part) => /^path=/i.test(part))?.slice(5) ?? "/";
    const isGone = rest.some((part) => /^max-age=0$/i.test(part)) || rest.some((part) => /^expires=.*1970/i.test(part));
    const key = `${pair.slice(0, at)} ${path}`;
    if (isGone) this.cookies.delete(key);
    else this.cookies.set(key, { value: pair.slice(at + 1), path });
  }
}

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Where the installed Chromium is: tests of pages need one, and bring none. */
function findChromium(): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
  if (found === undefined) throw new Error('no Chromium is installed; install the package "chromium"');
  return found;
}

/** A page of a real browser. Whatever it complains about, or runs that it must not, fails the test. */
export async function openPage(options: { width?: number; dark?: boolean } = {}): Promise<Page> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
  onTestFinished(() => browser.close());
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1100, height: 900 },
    colorScheme: options.dark === true ? "dark" : "light",
    timezoneId: "UTC",
    locale: "en-GB",
  });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("dialog", async (dialog) => {
    troubles.push(`a dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  onTestFinished(() => expect(troubles).toEqual([]));
  return page;
}

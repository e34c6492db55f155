import { chromium, type Page } from "playwright-core";
import { expect, onTestFinished, type TestContext } from "vitest";
import { findChromium } from "../services/packages.ts";
import { cannotRun } from "./cannot-run.ts";

/** A page of a real browser. Whatever it complains about, or runs that it must not, fails the test. */
export async function openPage(context: TestContext, options: { width?: number; dark?: boolean } = {}): Promise<Page> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    return cannotRun(context, 'no Chromium is installed: install the package "chromium"');
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  onTestFinished(() => browser.close());
  const window = await browser.newContext({
    viewport: { width: options.width ?? 1100, height: 900 },
    colorScheme: options.dark === true ? "dark" : "light",
    timezoneId: "UTC",
    locale: "en-GB",
  });
  const page = await window.newPage();
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("dialog", async (dialog) => {
    troubles.push(`a dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  onTestFinished(() => expect(troubles).toEqual([]));
  return page;
}

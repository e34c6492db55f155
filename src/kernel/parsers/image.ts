import exifr from "exifr";
import type { TextFile, TextProperty } from "../text-files.ts";

/** What is read of a picture, and the name it gets. */
const NAMES: Readonly<Record<string, string>> = {
  ImageDescription: "description",
  XPTitle: "title",
  Artist: "author",
  Copyright: "copyright",
  Make: "camera_make",
  Model: "camera_model",
  DateTimeOriginal: "taken_at",
  CreateDate: "created",
  latitude: "latitude",
  longitude: "longitude",
  ImageWidth: "width",
  ImageHeight: "height",
  ExifImageWidth: "width",
  ExifImageHeight: "height",
  Software: "software",
  title: "title",
  description: "description",
  creator: "author",
};
const VALUE_CHARS_MAX = 2000;

/** A picture by what cameras and programs wrote into it. Its pixels are not looked at. */
export async function parseImage(bytes: Uint8Array): Promise<TextFile> {
  const tags = (await exifr.parse(bytes, { xmp: true, iptc: false, icc: false, ihdr: true, gps: true })) ?? {};
  const properties = new Map<string, TextProperty>();
  for (const [tag, value] of Object.entries(tags)) {
    const name = NAMES[tag];
    const text = textOf(value);
    if (name !== undefined && text !== "" && !properties.has(name)) properties.set(name, { name, value: text });
  }
  const sorted = [...properties.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { text: "", properties: sorted };
}

function textOf(value: unknown): string {
  // A camera says no zone: its clock is shown as it stood.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : localTime(value);
  if (typeof value !== "string" && typeof value !== "number") return "";
  return String(value)
    .replace(/[\s\0]+/g, " ")
    .trim()
    .slice(0, VALUE_CHARS_MAX)
    .toWellFormed();
}

function localTime(date: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

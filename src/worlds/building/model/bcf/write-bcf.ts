import { strToU8, zipSync } from "fflate";
import { guidOfUuid } from "../ifc/guid.ts";
import type { Vector } from "../shape/shape.ts";
import type { Camera, Snapshot } from "./snapshot.ts";

export const BCF_VERSIONS = ["2.1", "3.0"] as const;
export type BcfVersion = (typeof BCF_VERSIONS)[number];

/** An issue as it goes into the file. */
export interface Topic {
  readonly id: string;
  readonly viewpointId: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly priority: string | undefined;
  readonly status: string;
  readonly labels: readonly string[];
  /** Ids of the elements it is about. */
  readonly elements: readonly string[];
  readonly snapshot: Snapshot;
}

export interface BcfSource {
  readonly version: BcfVersion;
  readonly project: { readonly id: string; readonly name: string };
  readonly author: string;
  readonly atMs: number;
  readonly topics: readonly Topic[];
}

const PACKED_AT = new Date(1980, 0, 1);
const TOPIC_TYPE = "Issue";

/** Issues as a BCF file: a folder for each with its words, its camera and its picture. */
export function writeBcf(source: BcfSource): Uint8Array {
  const { version, project, topics } = source;
  const isThree = version === "3.0";
  const files: Record<string, Uint8Array> = {
    "bcf.version": xml(
      isThree
        ? `<Version VersionId="3.0"/>`
        : `<Version VersionId="2.1"><DetailedVersion>2.1</DetailedVersion></Version>`,
    ),
    "project.bcfp": xml(
      isThree
        ? `<ProjectInfo><Project ProjectId="${project.id}">${tag("Name", project.name)}</Project></ProjectInfo>`
        : `<ProjectExtension><Project ProjectId="${project.id}">${tag("Name", project.name)}</Project><ExtensionSchema></ExtensionSchema></ProjectExtension>`,
    ),
    ...(isThree && { "extensions.xml": xml(extensions(source)) }),
  };
  for (const topic of topics) {
    files[`${topic.id}/markup.bcf`] = xml(markup(topic, source));
    files[`${topic.id}/viewpoint.bcfv`] = xml(viewpoint(topic, isThree));
    files[`${topic.id}/snapshot.png`] = topic.snapshot.png;
  }
  return zipSync(files, { mtime: PACKED_AT });
}

function xml(body: string): Uint8Array {
  return strToU8(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`);
}

/** Words that the topics use: a reader of the newer version wants them listed. */
function extensions({ topics, author }: BcfSource): string {
  const list = (name: string, one: string, values: readonly (string | undefined)[]) => {
    const known = [...new Set(values.flatMap((value) => value ?? []))].sort();
    return `<${name}>${known.map((value) => tag(one, value)).join("")}</${name}>`;
  };
  return [
    "<Extensions>",
    list("TopicTypes", "TopicType", [TOPIC_TYPE]),
    list(
      "TopicStatuses",
      "TopicStatus",
      topics.map(({ status }) => status),
    ),
    list(
      "Priorities",
      "Priority",
      topics.map(({ priority }) => priority),
    ),
    list(
      "TopicLabels",
      "TopicLabel",
      topics.flatMap(({ labels }) => labels),
    ),
    list("Users", "User", [author]),
    "<SnippetTypes/><Stages/></Extensions>",
  ].join("");
}

function markup(topic: Topic, { version, author, atMs, project }: BcfSource): string {
  const isThree = version === "3.0";
  const at = new Date(atMs).toISOString();
  const file = `<File IfcProject="${guidOfUuid(project.id)}" ${isThree ? "IsExternal" : "isExternal"}="true">${tag("Filename", `${project.name}.ifc`)}${tag("Date", at)}</File>`;
  const labels = topic.labels.map((label) => tag(isThree ? "Label" : "Labels", label)).join("");
  const view = `${tag("Viewpoint", "viewpoint.bcfv")}${tag("Snapshot", "snapshot.png")}`;
  const said = [
    tag("Title", topic.title),
    topic.priority === undefined ? "" : tag("Priority", topic.priority),
    isThree && labels !== "" ? `<Labels>${labels}</Labels>` : labels,
    tag("CreationDate", at),
    tag("CreationAuthor", author),
    topic.description === undefined ? "" : tag("Description", topic.description),
  ].join("");
  const head = `Guid="${topic.id}" TopicType="${TOPIC_TYPE}" TopicStatus="${escaped(topic.status)}"`;
  if (isThree) {
    const views = `<Viewpoints><ViewPoint Guid="${topic.viewpointId}">${view}</ViewPoint></Viewpoints>`;
    return `<Markup><Header><Files>${file}</Files></Header><Topic ${head}>${said}${views}</Topic></Markup>`;
  }
  const views = `<Viewpoints Guid="${topic.viewpointId}">${view}</Viewpoints>`;
  return `<Markup><Header>${file}</Header><Topic ${head}>${said}</Topic>${views}</Markup>`;
}

function viewpoint({ viewpointId, elements, snapshot }: Topic, isThree: boolean): string {
  const chosen = elements.map((id) => `<Component IfcGuid="${guidOfUuid(id)}"/>`).join("");
  const selection = chosen === "" ? "" : `<Selection>${chosen}</Selection>`;
  const components = `<Components>${selection}<Visibility DefaultVisibility="true"/></Components>`;
  return `<VisualizationInfo Guid="${viewpointId}">${components}${cameraOf(snapshot.camera, isThree)}</VisualizationInfo>`;
}

function cameraOf({ place, direction, up, height, aspect }: Camera, isThree: boolean): string {
  const vector = (name: string, [x, y, z]: Vector) => `<${name}><X>${x}</X><Y>${y}</Y><Z>${z}</Z></${name}>`;
  return [
    "<OrthogonalCamera>",
    vector("CameraViewPoint", place),
    vector("CameraDirection", direction),
    vector("CameraUpVector", up),
    `<ViewToWorldScale>${height}</ViewToWorldScale>`,
    isThree ? `<AspectRatio>${aspect}</AspectRatio>` : "",
    "</OrthogonalCamera>",
  ].join("");
}

function tag(name: string, words: string): string {
  return `<${name}>${escaped(words)}</${name}>`;
}

function escaped(words: string): string {
  return words
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

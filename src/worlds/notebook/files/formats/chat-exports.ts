type Fields = Readonly<Record<string, unknown>>;

/** A conversation branches where a message was written anew; its path is never longer. */
const STEPS_MAX = 100_000;

/**
 * The lists of messages in what programs export: a list, `messages` or `chat_messages` of an object, a tree of messages
 * that was followed to its current end, or several conversations of these kinds.
 */
export function messageLists(json: unknown): (readonly unknown[])[] {
  const own = conversation(json);
  if (own !== undefined) return [own];
  const several = Array.isArray(json) ? json : chatsOf(json);
  if (several === undefined) return [];
  const lists = several.map(conversation);
  // Nothing of it is a conversation: then it can only be one itself.
  if (lists.every((list) => list === undefined)) return [several];
  return lists.filter((list) => list !== undefined);
}

function conversation(json: unknown): readonly unknown[] | undefined {
  if (!isObject(json)) return undefined;
  if (Array.isArray(json.chat_messages)) return json.chat_messages;
  if (Array.isArray(json.messages)) return json.messages;
  return isObject(json.mapping) ? pathIn(json.mapping, json.current_node) : undefined;
}

/** Where all chats of a person are exported at once. */
function chatsOf(json: unknown): readonly unknown[] | undefined {
  if (!isObject(json)) return undefined;
  const chats = isObject(json.chats) ? json.chats.list : (json.conversations ?? json.chats);
  return Array.isArray(chats) ? chats : undefined;
}

/** From the current end back to the root, then read forwards; of a tree that names no end, all there is in its order. */
function pathIn(nodes: Fields, current: unknown): unknown[] {
  const messageOf = (node: unknown) => (isObject(node) && isObject(node.message) ? [node.message] : []);
  if (typeof current !== "string" || !Object.hasOwn(nodes, current)) return Object.values(nodes).flatMap(messageOf);
  const path: unknown[] = [];
  for (let id: unknown = current; typeof id === "string" && path.length < STEPS_MAX; ) {
    const node: unknown = Object.hasOwn(nodes, id) ? nodes[id] : undefined;
    if (!isObject(node)) break;
    path.push(node);
    id = node.parent;
  }
  return path.reverse().flatMap(messageOf);
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import { element } from "../element.ts";
import { action, choice, field, problemLine, quiet, section, textInput, title, type View } from "../page.ts";
import { fetchJson, readList, readObject, readText, sendJson } from "../read-json.ts";
import { moment } from "../said.ts";
import { badge, showTable } from "../table.ts";

interface User {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly signsInBy: readonly string[];
  readonly createdAt: string;
}

const MOODS: Readonly<Record<string, "good" | "warn" | "bad">> = { active: "good", invited: "warn", disabled: "bad" };

/** Who may sign in. */
export async function showUsers(view: View): Promise<Node[]> {
  const { person } = view;
  if (!person.signsIn) {
    const text = "Start the server with --auth oauth, and people sign in here, each with what is theirs.";
    return [...title("Users", "Nobody signs in to this server."), section("One user", quiet(text))];
  }
  if (!person.isOperator) {
    return [...title("Users", "Operators see and invite people."), section("You", quiet(`You are ${person.name}.`))];
  }
  const users = readList(readObject(await fetchJson("/api/users")).users).map(readUser);
  const problem = problemLine();
  return [
    ...title("Users", `${users.length} ${users.length === 1 ? "person" : "people"} may sign in or are invited.`),
    showNew(view),
    section("People", problem, showList(users, view, problem)),
  ];
}

function showNew({ reload }: View): HTMLElement {
  const name = textInput("name");
  const role = choice("role", { member: "Member", operator: "Operator" });
  const password = textInput("password", "", "password");
  password.autocomplete = "new-password";
  const problem = problemLine();
  const given = () => ({ name: name.value.trim().toLowerCase(), role: role.value });

  async function invite(): Promise<void> {
    const { invitation } = readObject(await sendJson("/api/users", given()));
    await reload();
    // The page was made anew: the link goes on top of it, and is never shown again.
    document.querySelector(".view-title")?.after(showInvitation(given().name, readText(invitation)));
  }

  async function add(): Promise<void> {
    await sendJson("/api/users", { ...given(), password: password.value });
    await reload();
  }

  return section(
    "Somebody new",
    element(
      "div",
      "fields",
      field("Name", name, "Such as ada or ada@example.com."),
      field("Role", role, "Operators also manage people and permissions."),
      field("Password", password, "Only to add them yourself; who is invited chooses one."),
    ),
    element("div", "actions", action("Invite", "good", problem, invite), action("Add", "plain", problem, add)),
    problem,
  );
}

function showInvitation(name: string, address: string): HTMLElement {
  const shown = element("pre", "", address);
  shown.tabIndex = 0;
  const text = `Give this link to ${name}. It works once, for three days, and is shown only now.`;
  const box = section("Invited", element("p", "", text), shown);
  box.classList.add("news");
  return box;
}

function showList(users: readonly User[], view: View, problem: HTMLElement): HTMLElement {
  const change = (text: string, what: string, { name }: User) =>
    action(text, what === "disable" ? "bad" : "plain", problem, async () => {
      await sendJson(`/api/users/${encodeURIComponent(name)}/${what}`, {});
      await view.reload();
    });
  return showTable(
    [
      { heading: "Name", show: ({ name }) => element("strong", "", name) },
      { heading: "Role", show: ({ role }) => role },
      { heading: "State", show: ({ state }) => badge(state, MOODS[state]) },
      { heading: "Signs in by", show: ({ signsInBy }) => signsInBy.join(", ") },
      { heading: "Since", show: ({ createdAt }) => moment(createdAt) },
      {
        heading: "",
        show: (user) =>
          element(
            "div",
            "actions",
            ...(user.state === "active" ? [change("Sign out", "sign-out", user)] : []),
            ...(user.state === "disabled"
              ? [change("Enable", "enable", user)]
              : user.state === "active"
                ? [change("Disable", "disable", user)]
                : []),
          ),
      },
    ],
    users,
  );
}

function readUser(value: unknown): User {
  const { name, role, state, signs_in_by, created_at } = readObject(value);
  return {
    name: readText(name),
    role: readText(role),
    state: readText(state),
    signsInBy: readList(signs_in_by).map(readText),
    createdAt: readText(created_at),
  };
}

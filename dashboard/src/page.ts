import { element } from "./element.ts";

/** Who looks at the page. */
export interface Person {
  readonly name: string;
  readonly isOperator: boolean;
  readonly signsIn: boolean;
}

/** What a view is given: who looks, what stands behind the `?` of its address, and how to be shown anew. */
export interface View {
  readonly person: Person;
  readonly query: URLSearchParams;
  reload(): Promise<void>;
}

export function title(text: string, lead: string): Node[] {
  return [element("h2", "view-title", text), element("p", "lead", lead)];
}

export function section(heading: string, ...children: (Node | string)[]): HTMLElement {
  return element("section", "part", element("h3", "", heading), ...children);
}

export function quiet(text: string): HTMLElement {
  return element("p", "quiet", text);
}

export function link(text: string, address: string): HTMLAnchorElement {
  const made = element("a", "", text);
  made.href = address;
  return made;
}

/** Views that stand in no list of pages are left by this. */
export function backToServers(): HTMLAnchorElement {
  const back = link("← All servers", "#/");
  back.className = "look";
  return back;
}

/** A name and what is to be said there. */
export function field<Input extends HTMLElement>(name: string, input: Input, hint = ""): HTMLLabelElement {
  return element("label", "field", element("span", "", name), input, ...(hint === "" ? [] : [quiet(hint)]));
}

export function textInput(name: string, value = "", type = "text"): HTMLInputElement {
  const input = element("input", "input");
  Object.assign(input, { name, value, type, autocomplete: "off", spellcheck: false });
  return input;
}

export function choice(name: string, options: Readonly<Record<string, string>>): HTMLSelectElement {
  const select = element("select", "input");
  select.name = name;
  for (const [value, text] of Object.entries(options)) {
    const option = element("option", "", text);
    option.value = value;
    select.append(option);
  }
  return select;
}

/** A button that cannot be pressed twice; what went wrong is said in words at the place given. */
export function action(
  text: string,
  mood: "good" | "bad" | "plain",
  problem: HTMLElement,
  act: () => Promise<void>,
): HTMLButtonElement {
  const button = element("button", "", text);
  button.type = "button";
  button.dataset.mood = mood;
  button.addEventListener("click", () => {
    button.disabled = true;
    problem.textContent = "";
    act()
      .catch((error: unknown) => {
        problem.textContent = wordsOf(error);
      })
      .finally(() => {
        button.disabled = false;
      });
  });
  return button;
}

/** Where a problem is said; read out by screen readers. */
export function problemLine(): HTMLElement {
  const line = element("p", "problem");
  line.setAttribute("role", "alert");
  return line;
}

export function wordsOf(error: unknown): string {
  if (error instanceof TypeError) return "The server did not answer. Is it still running?";
  return String(error).replace(/^Error: /, "");
}

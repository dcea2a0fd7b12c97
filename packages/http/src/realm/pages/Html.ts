/** Markup. Text becomes a part of it only through `html`, which escapes it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What a template takes: text, markup, lists of them, and nothing at all. */
export type HtmlValue = string | number | Html | ReadonlyArray<HtmlValue> | undefined | null | false

/** `` html`<p>${name}</p>` ``: values are text, and escaped for elements and quoted attributes, unless they are markup. */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<HtmlValue>): Html =>
  new Html(strings.reduce((text, part, index) => text + render(values[index - 1]) + part))

const render = (value: HtmlValue): string => {
  if (value === undefined || value === null || value === false) return ""
  if (value instanceof Html) return value.text
  return typeof value === "object" ? value.map(render).join("") : escaped(String(value))
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "'": "&#39;"
}

/** Controls that turn the direction of text around could show a name as another; they are left out. */
const escaped = (text: string): string =>
  text.replaceAll(/(?![\t\n])\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? "")

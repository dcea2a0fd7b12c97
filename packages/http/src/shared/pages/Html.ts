/** Markup. Text is inserted only with `html`, which escapes it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Values of a template: text, markup, lists of them, and undefined. */
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

/** Text of printable ASCII characters that needs no escapes. */
const unescaped = /^[ !#$%(-;=?-~]*$/

/**
 * Escapes text. Removes invisible characters and normalizes spaces, so that a text cannot imitate another one or a line
 * of the page. Two joiners are kept, because some scripts require them.
 */
const escaped = (text: string): string =>
  unescaped.test(text) ?
    text :
    text.replaceAll(/(?![\t\n])\p{Cc}|(?![\u200c\u200d])[\p{Cf}\p{Default_Ignorable_Code_Point}]|[\u2800]/gu, "")
      .replaceAll(/\p{Z}/gu, " ")
      .replaceAll(/[&<>"']/g, (character) => entities[character] ?? "")

/** An element with text or other elements. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly content: string | ReadonlyArray<XmlElement>
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" }

/** Escapes markup. Characters that XML 1.0 does not allow are left out. */
const escaped = (text: string): string =>
  text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"]/g, (found) => entities[found] ?? found)

const written = ({ attributes, content, name }: XmlElement, indent: string): string => {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(" ")
  if (typeof content === "string") return `${indent}<${start}>${escaped(content)}</${name}>\n`
  return `${indent}<${start}>\n${content.map((one) => written(one, `${indent}  `)).join("")}${indent}</${name}>\n`
}

/** XML document in UTF-8. */
export const xmlDocument = (root: XmlElement): string => `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, "")}`

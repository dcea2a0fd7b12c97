import type { XmlElement } from "./XmlElement.ts"

/** Text that XML does not allow: a control character or half of a surrogate pair. */
export class IllegalXmlCharacter extends Error {
  override readonly name = "IllegalXmlCharacter"
}

const special = /[&<>"\r\n\t]/g
const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "\r": "&#13;",
  "\n": "&#10;",
  "\t": "&#9;"
}
// oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0, section 2.2, leaves out
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/** Escaped text for content and attribute values. Throws `IllegalXmlCharacter`. */
export const escapeXml = (text: string): string => {
  if (illegal.test(text) || !text.isWellFormed()) {
    throw new IllegalXmlCharacter("The text has a character that XML cannot carry")
  }
  return text.replace(special, (character) => references[character] ?? character)
}

/** Attributes by name; undefined ones are omitted. */
export type XmlAttributes = Readonly<Record<string, string | number | undefined>>

const written = (attributes: XmlAttributes): string => {
  let text = ""
  for (const name in attributes) {
    const value = attributes[name]
    if (value !== undefined) text += ` ${name}="${escapeXml(String(value))}"`
  }
  return text
}

/** An element with markup as content. */
export const element = (name: string, content: string, attributes: XmlAttributes = {}): string =>
  content === "" ? `<${name}${written(attributes)}/>` : `<${name}${written(attributes)}>${content}</${name}>`

/** An element with text as content; empty for undefined. */
export const textElement = (name: string, text: string | undefined, attributes: XmlAttributes = {}): string =>
  text === undefined ? "" : element(name, escapeXml(text), attributes)

/** An element with markup as content, omitted if empty: registries refuse empty containers. */
export const container = (name: string, content: string, attributes: XmlAttributes = {}): string =>
  content === "" ? "" : element(name, content, attributes)

/** Writes a tree. Each namespace is declared at its outermost element; text precedes children. */
export const writeTree = (tree: XmlElement, inherited = ""): string =>
  element(
    tree.name,
    escapeXml(tree.text) + tree.children.map((child) => writeTree(child, tree.namespace)).join(""),
    tree.namespace === inherited ? tree.attributes : { xmlns: tree.namespace, ...tree.attributes }
  )

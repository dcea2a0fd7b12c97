import type { Draw } from "../../../core/test/dns/Draw.ts"
import type { XmlElement } from "../../src/xml/XmlElement.ts"

const oddTexts = [
  "",
  " ",
  "0",
  "-1",
  "99",
  "100",
  "65536",
  "1e3",
  "true",
  "abc",
  "2026-02-30",
  "2026-2-9",
  "a".repeat(300),
  "\u{1f600}"
] as const
const oddNames = ["name", "pw", "create", "extension", "clTRID", "result", "value", "x"] as const
const oddNamespaces = ["", "urn:x", "urn:ietf:params:xml:ns:epp-1.0", "urn:ietf:params:xml:ns:domain-1.0"] as const

/** A tree with one thing wrong in one of its elements, most often. */
export const mutatedTree = (tree: XmlElement, draw: Draw): XmlElement => {
  const at = draw.below(size(tree))
  return replaced(tree, at, (element) => mutated(element, draw)).tree
}

const size = (tree: XmlElement): number => tree.children.reduce((sum, child) => sum + size(child), 1)

/** The tree with its element of that number, counted from the root, changed. */
const replaced = (
  tree: XmlElement,
  at: number,
  change: (element: XmlElement) => XmlElement
): { readonly tree: XmlElement; readonly left: number } => {
  if (at === 0) return { tree: change(tree), left: -1 }
  let left = at - 1
  const children = tree.children.map((child) => {
    if (left < 0) return child
    const result = replaced(child, left, change)
    left = result.left
    return result.tree
  })
  return { tree: { ...tree, children }, left }
}

const mutated = (element: XmlElement, draw: Draw): XmlElement => {
  const { attributes, children } = element
  const one = draw.below(Math.max(1, children.length))
  const other = draw.below(Math.max(1, children.length))
  switch (draw.below(9)) {
    case 0:
      return { ...element, text: draw.pick(oddTexts) }
    case 1:
      return { ...element, name: draw.pick(oddNames) }
    case 2:
      return { ...element, namespace: draw.pick(oddNamespaces) }
    case 3:
      return {
        ...element,
        attributes: {
          ...attributes,
          [draw.pick(["op", "s", "unit", "type", "avail", "code", "x"])]: draw.pick(oddTexts)
        }
      }
    case 4:
      return { ...element, attributes: {} }
    case 5:
      return { ...element, children: children.filter((_, index) => index !== one) }
    case 6:
      return { ...element, children: children.flatMap((child, index) => index === one ? [child, child] : [child]) }
    case 7:
      return { ...element, children: children.toSpliced(one, 1).toSpliced(other, 0, ...children.slice(one, one + 1)) }
    default:
      return { ...element, children: [...children, element] }
  }
}

/** A text with some characters taken out, put in, doubled or exchanged. */
export const mutatedText = (text: string, draw: Draw): string => {
  let changed = text
  for (let round = 0; round <= draw.below(4); round++) {
    const from = draw.below(changed.length + 1)
    const to = Math.min(changed.length, from + draw.below(40))
    const put = draw.pick(["", "", changed.slice(from, to) + changed.slice(from, to), draw.pick(oddPieces)])
    changed = changed.slice(0, from) + put + changed.slice(to)
  }
  return changed
}

const oddPieces = [
  "<",
  ">",
  "&",
  "\"",
  "</",
  "/>",
  "<![CDATA[",
  "<!--",
  "<!DOCTYPE a [<!ENTITY b 'c'>]>",
  "&#0;",
  "&lt;",
  "\u0000",
  "\ud800",
  "<a>",
  "</domain:name>",
  " xmlns=''",
  " xmlns:domain='urn:x'",
  "\u{1f600}"
] as const

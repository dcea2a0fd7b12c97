import { trimmed } from "./whiteSpace.ts"
/**
 * A parsed element, identified by namespace and local name, not by prefix (Namespaces in XML 1.0). `text` joins the
 * character data directly inside. `attributes` contains those without a namespace, by local name.
 */
export interface XmlElement {
  readonly namespace: string
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<XmlElement>
  readonly text: string
  /** Attributes in a namespace, without namespace declarations; absent if there are none. */
  readonly foreign?: ReadonlyArray<ForeignAttribute>
}

/** An attribute in a namespace. */
export interface ForeignAttribute {
  readonly namespace: string
  readonly name: string
}

/** Maximum depth of elements. Frames of EPP use about ten levels. */
export const xmlDepthLimit = 32

/** Attributes of an element without any. */
export const noAttributes: XmlElement["attributes"] = Object.freeze(Object.create(null))

/** An element that is being parsed. */
export interface OpenElement extends XmlElement {
  readonly children: Array<XmlElement>
  text: string
}

/** The first child with that name. Default namespace: that of the parent. */
export const child = (parent: XmlElement, name: string, namespace = parent.namespace): XmlElement | undefined => {
  for (const element of parent.children) {
    if (element.name === name && element.namespace === namespace) return element
  }
  return undefined
}

/** All children with that name, in document order. */
export const childrenOf = (
  parent: XmlElement,
  name: string,
  namespace = parent.namespace
): ReadonlyArray<XmlElement> =>
  parent.children.filter((element) => element.name === name && element.namespace === namespace)

/** The trimmed text of a child, as of the XSD type `token`; undefined without such a child. */
export const childText = (parent: XmlElement, name: string, namespace = parent.namespace): string | undefined =>
  optionalTrimmed(child(parent, name, namespace)?.text)

const optionalTrimmed = (text: string | undefined): string | undefined => text === undefined ? undefined : trimmed(text)

/** All text in an element, at any depth. */
export const deepText = (element: XmlElement): string => element.text + element.children.map(deepText).join("")

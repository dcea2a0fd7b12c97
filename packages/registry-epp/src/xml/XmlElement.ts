import { trimmed } from "./whiteSpace.ts"
/**
 * A parsed element: matched by namespace and local name, never by prefix (Namespaces in XML 1.0). `text` joins the
 * character data directly inside; attributes are those without a namespace, by local name.
 */
export interface XmlElement {
  readonly namespace: string
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<XmlElement>
  readonly text: string
  /** Attributes of namespaces, declarations of namespaces excepted; absent where there are none. */
  readonly foreign?: ReadonlyArray<ForeignAttribute>
}

/** An attribute in a namespace. */
export interface ForeignAttribute {
  readonly namespace: string
  readonly name: string
}

/** Maximum depth of elements. Frames of EPP use about ten levels. */
export const xmlDepthLimit = 32

/** Of an element without any. */
export const noAttributes: XmlElement["attributes"] = Object.freeze(Object.create(null))

/** An element while it is read. */
export interface OpenElement extends XmlElement {
  readonly children: Array<XmlElement>
  text: string
}

/** The first child of that name. Default namespace: that of the parent. */
export const child = (parent: XmlElement, name: string, namespace = parent.namespace): XmlElement | undefined => {
  for (const element of parent.children) {
    if (element.name === name && element.namespace === namespace) return element
  }
  return undefined
}

/** All children of that name, in document order. */
export const childrenOf = (
  parent: XmlElement,
  name: string,
  namespace = parent.namespace
): ReadonlyArray<XmlElement> =>
  parent.children.filter((element) => element.name === name && element.namespace === namespace)

/** The text of a child with outer white space taken off, as the XSD type `token` has it; undefined where there is none. */
export const childText = (parent: XmlElement, name: string, namespace = parent.namespace): string | undefined =>
  optionalTrimmed(child(parent, name, namespace)?.text)

const optionalTrimmed = (text: string | undefined): string | undefined => text === undefined ? undefined : trimmed(text)

/** All text in an element, at any depth. */
export const deepText = (element: XmlElement): string => element.text + element.children.map(deepText).join("")

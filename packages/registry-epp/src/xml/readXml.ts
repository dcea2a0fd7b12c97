import { Result } from "effect"
import { SaxesParser, type SaxesTagNS } from "saxes"
import { type ForeignAttribute, noAttributes, type OpenElement, xmlDepthLimit, type XmlElement } from "./XmlElement.ts"

/**
 * Parses one document of XML 1.0 with namespaces. Fails with a reason for logs if it is malformed, nested deeper than
 * 32 elements, or has a document type declaration, which EPP does not use (RFC 5730, section 5).
 */
export const readXml = (text: string): Result.Result<XmlElement, string> => {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const outer: Array<OpenElement> = []
  let root: XmlElement | undefined
  let current: OpenElement | undefined
  const addText = (characters: string) => {
    if (current !== undefined) current.text += characters
  }
  // At most six handlers: V8 stores the properties of a parser with seven in a hash table, and parsing takes 4 x as
  // long.
  parser.on("doctype", () => {
    throw new Error("a document type declaration is not allowed")
  })
  parser.on("xmldecl", ({ version }) => {
    if (version !== "1.0") throw new Error("the document is not XML 1.0")
  })
  parser.on("opentag", (tag) => {
    const element = opened(tag)
    if (current === undefined) root = element
    else {
      outer.push(current)
      if (outer.length === xmlDepthLimit) throw new Error(`elements are nested deeper than ${xmlDepthLimit}`)
      current.children.push(element)
    }
    current = element
  })
  parser.on("text", addText)
  parser.on("cdata", addText)
  parser.on("closetag", () => {
    current = outer.pop()
  })
  try {
    parser.write(text).close()
  } catch (error) {
    return Result.fail(error instanceof Error ? error.message : String(error))
  }
  return root === undefined ? Result.fail("the document is empty") : Result.succeed(root)
}

const opened = ({ attributes, local, uri }: SaxesTagNS): OpenElement => {
  let plain: Record<string, string> | undefined
  let foreign: Array<ForeignAttribute> | undefined
  for (const qualified in attributes) {
    const attribute = attributes[qualified]
    if (attribute === undefined) continue
    const { local: name, uri: namespace, value } = attribute
    if (namespace === xmlns) {
      // The parser trims all Unicode spaces from namespaces, so two different namespaces would become equal.
      if (value !== value.trim()) throw new Error("a namespace has white space around it")
    } else if (namespace === "") {
      plain ??= Object.create(null) as Record<string, string>
      plain[name] = value
    } else {
      foreign ??= []
      foreign.push({ namespace, name })
    }
  }
  const element = { namespace: uri, name: local, attributes: plain ?? noAttributes, children: [], text: "" }
  return foreign === undefined ? element : { ...element, foreign }
}

/** The namespace of declarations (Namespaces in XML 1.0, section 3). */
const xmlns = "http://www.w3.org/2000/xmlns/"

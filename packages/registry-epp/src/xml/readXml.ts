import { Result } from "effect"
import { SaxesParser, type SaxesTagNS } from "saxes"
import { readPlainXml } from "./readPlainXml.ts"
import { type ForeignAttribute, noAttributes, type OpenElement, xmlDepthLimit, type XmlElement } from "./XmlElement.ts"

/**
 * Reads one document (XML 1.0 with namespaces). Fails with what is wrong in words fit for a log: malformed text, a
 * document type declaration, which EPP has no use for (RFC 5730, section 5), or elements nested deeper than 32.
 */
export const readXml = (text: string): Result.Result<XmlElement, string> => {
  const root = readPlainXml(text)
  return root === undefined ? readAnyXml(text) : Result.succeed(root)
}

/** Reads what is not plain, and says what is wrong with what is none. */
export const readAnyXml = (text: string): Result.Result<XmlElement, string> => {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const open: Array<OpenElement> = []
  let root: XmlElement | undefined
  parser.on("doctype", () => {
    throw new Error("a document type declaration is not allowed")
  })
  parser.on("xmldecl", ({ version }) => {
    if (version !== "1.0") throw new Error("the document is not XML 1.0")
  })
  parser.on("opentag", (tag) => {
    if (open.length === xmlDepthLimit) throw new Error(`elements are nested deeper than ${xmlDepthLimit}`)
    const element = opened(tag)
    open.at(-1)?.children.push(element)
    open.push(element)
    root ??= element
  })
  parser.on("text", (characters) => addText(open, characters))
  parser.on("cdata", (characters) => addText(open, characters))
  parser.on("closetag", () => {
    open.pop()
  })
  try {
    parser.write(text).close()
  } catch (error) {
    return Result.fail(error instanceof Error ? error.message : String(error))
  }
  return root === undefined ? Result.fail("the document is empty") : Result.succeed(root)
}

const opened = ({ attributes, local, uri }: SaxesTagNS): OpenElement => {
  let kept: Record<string, string> | undefined
  const foreign: Array<ForeignAttribute> = []
  for (const qualified in attributes) {
    const { local: name = "", uri: namespace = "", value = "" } = attributes[qualified] ?? {}
    if (namespace === xmlns) {
      // The parser takes the spaces off, all of Unicode, and would mistake one namespace for another.
      if (value !== value.trim()) throw new Error("a namespace has white space around it")
    } else if (namespace !== "") foreign.push({ namespace, name })
    else {
      kept ??= Object.create(null) as Record<string, string>
      kept[name] = value
    }
  }
  const element = { namespace: uri, name: local, attributes: kept ?? noAttributes, children: [], text: "" }
  return foreign.length === 0 ? element : { ...element, foreign }
}

/** The namespace of declarations (Namespaces in XML 1.0, section 3). */
const xmlns = "http://www.w3.org/2000/xmlns/"

const addText = (open: ReadonlyArray<OpenElement>, characters: string): void => {
  const element = open.at(-1)
  if (element !== undefined) element.text += characters
}

import { Result } from "effect"
import { SaxesParser, type SaxesTagNS } from "saxes"
import { readPlainXml } from "./readPlainXml.ts"
import { noAttributes, type OpenElement, xmlDepthLimit, type XmlElement } from "./XmlElement.ts"

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
  for (const qualified in attributes) {
    const { local: name = "", uri: namespace, value = "" } = attributes[qualified] ?? {}
    if (namespace !== "") continue
    kept ??= Object.create(null) as Record<string, string>
    kept[name] = value
  }
  return { namespace: uri, name: local, attributes: kept ?? noAttributes, children: [], text: "" }
}

const addText = (open: ReadonlyArray<OpenElement>, characters: string): void => {
  const element = open.at(-1)
  if (element !== undefined) element.text += characters
}

import { Result } from "effect"
import { SaxesParser, type SaxesTagNS } from "saxes"
import type { XmlElement } from "./XmlElement.ts"

/** Elements may lie this deep in each other; frames of EPP use about ten levels. */
const depthLimit = 32

interface OpenElement extends XmlElement {
  readonly children: Array<XmlElement>
  text: string
}

/**
 * Reads one document (XML 1.0 with namespaces). Fails with what is wrong in words fit for a log: malformed text, a
 * document type declaration, which EPP has no use for (RFC 5730, section 5), or elements nested deeper than 32.
 */
export const readXml = (text: string): Result.Result<XmlElement, string> => {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const open: Array<OpenElement> = []
  let root: XmlElement | undefined
  parser.on("doctype", () => {
    throw new Error("a document type declaration is not allowed")
  })
  parser.on("opentag", (tag) => {
    if (open.length === depthLimit) throw new Error(`elements are nested deeper than ${depthLimit}`)
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

const noAttributes: Readonly<Record<string, string>> = Object.freeze(Object.create(null))

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

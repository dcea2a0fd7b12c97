import { XmlBufferInputProvider, XmlDocument, XmlError, xmlRegisterInputProvider, XsdValidator } from "libxml2-wasm"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { eppSchema, isThere } from "../../../test/requires.ts"
import { EppUri } from "../src/message/EppUri.ts"

/**
 * Problems of documents by the schemas of EPP, its extensions and this package's own extension, each with its document.
 * Elements of `registryExtensions` are checked where their schemas are installed ("EPP schemas of registries"). Elsewhere
 * they may have any content.
 */
export const schemaProblems = (documents: ReadonlyArray<string>): ReadonlyArray<string> =>
  documents.flatMap((document) => problemsOf(document).map((problem) => `${problem.trim()}\n${document}`))

/** The documents that are valid by the same schemas. */
export const validDocuments = (documents: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(documents.filter((document) => problemsOf(document).length === 0))

/** Extensions of registries whose schemas may not be published with this repository. */
const registryExtensions = [
  { file: "at-ext-verification-1.0.xsd", namespace: EppUri.verification, elements: ["infData", "update"] },
  { file: "iis-1.2.xsd", namespace: "urn:se:iis:xml:epp:iis-1.2", elements: ["create", "transfer"] },
  { file: "namestoreExt-1.1.xsd", namespace: EppUri.namestore, elements: ["namestoreExt", "nsExtErrData"] }
]

const xsd = "http://www.w3.org/2001/XMLSchema"

/** A schema that allows any content in these elements. */
const anyContent = (namespace: string, elements: ReadonlyArray<string>): string =>
  `<schema xmlns="${xsd}" targetNamespace="${namespace}">${
    elements.map((name) => `<element name="${name}"/>`).join("")
  }</schema>`

/** The texts of all schemas by file name. */
const schemas = (): ReadonlyMap<string, string> => {
  const folder = fileURLToPath(new URL("schemas", import.meta.url))
  const texts = new Map<string, string>()
  for (const file of readdirSync(folder)) {
    if (file.endsWith(".xsd")) texts.set(file, readFileSync(join(folder, file), "utf8"))
  }
  texts.set("handover-1.0.xsd", readFileSync(new URL("../schema/handover-1.0.xsd", import.meta.url), "utf8"))
  const isInstalled = isThere("EPP schemas of registries")
  for (const { elements, file, namespace } of registryExtensions) {
    texts.set(
      file,
      isInstalled ? readFileSync(join(dirname(eppSchema), file), "utf8") : anyContent(namespace, elements)
    )
  }
  return texts
}

const targetNamespace = (text: string): string => /targetNamespace="([^"]+)"/.exec(text)?.[1] ?? ""

/** Validates by all schemas, which import each other without a location. */
const validator = (): XsdValidator => {
  const texts = schemas()
  const buffers = Array.from(texts, ([file, text]) => [file, Buffer.from(text)] as const)
  xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(buffers)))
  const imports = Array.from(
    texts,
    ([file, text]) => `<import namespace="${targetNamespace(text)}" schemaLocation="${file}"/>`
  )
  using all = XmlDocument.fromString(`<schema xmlns="${xsd}">${imports.join("")}</schema>`)
  return XsdValidator.fromDoc(all)
}

let compiled: XsdValidator | undefined

const problemsOf = (text: string): ReadonlyArray<string> => {
  compiled ??= validator()
  try {
    using document = XmlDocument.fromString(text)
    compiled.validate(document)
    return []
  } catch (error) {
    if (error instanceof XmlError) return [error.message]
    throw error
  }
}

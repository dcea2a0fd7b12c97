import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { eppSchema as schema, programPath, requires } from "../../../test/requires.ts"

/** Options of a test that validates documents by the schemas. */
export const bySchemas = requires("EPP schemas", "xmllint")

/** The schema of this package's own extension. */
const ownSchema = new URL("../schema/handover-1.0.xsd", import.meta.url).href
const ownNamespace = "urn:namewright:params:xml:ns:handover-1.0"

/**
 * What the schemas, this package's own among them, have against documents, in one run of xmllint; each problem with the
 * document it is in.
 */
export const schemaProblems = (documents: ReadonlyArray<string>): ReadonlyArray<string> =>
  problemsWithDriver(
    `<include schemaLocation="${pathToFileURL(schema).href}"/>`
      + `<import namespace="${ownNamespace}" schemaLocation="${ownSchema}"/>`,
    documents
  )

/** The same by schemas of that folder that are not among those that `all.xsd` imports, each with its namespace. */
export const problemsWithSchemas = (
  schemas: Readonly<Record<string, string>>,
  documents: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const imports = Object.entries(schemas).map(([namespace, file]) =>
    `<import namespace="${namespace}" schemaLocation="${pathToFileURL(join(dirname(schema), file)).href}"/>`
  )
  return problemsWithDriver(imports.join(""), documents)
}

const problemsWithDriver = (content: string, documents: ReadonlyArray<string>): ReadonlyArray<string> => {
  const folder = mkdtempSync(join(tmpdir(), "namewright-epp-"))
  try {
    const driver = join(folder, "driver.xsd")
    writeFileSync(driver, `<schema xmlns="http://www.w3.org/2001/XMLSchema">${content}</schema>`)
    return problemsWith(driver, documents)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Those of the documents that the schemas take. */
export const validDocuments = (documents: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(
    validated(schema, documents).lines.flatMap((line) => {
      const at = /^([0-9]+)\.xml validates$/.exec(line)?.[1]
      return at === undefined ? [] : [documents[Number(at)] ?? ""]
    })
  )

const problemsWith = (driver: string, documents: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { lines, status } = validated(driver, documents)
  if (status === 0) return []
  const problems = lines.filter((line) => !/^[0-9]+\.xml validates$/.test(line))
  return [
    `xmllint ended with ${status}`,
    ...problems.map((line) => {
      const at = /^([0-9]+)\.xml:/.exec(line)?.[1]
      return at === undefined ? line : `${line}\n${documents[Number(at)]}`
    })
  ]
}

/** Runs xmllint once over all documents, in files that are named after their index. */
const validated = (driver: string, documents: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "namewright-epp-"))
  try {
    const files = documents.map((document, index) => {
      writeFileSync(join(folder, `${index}.xml`), document)
      return `${index}.xml`
    })
    const { error, status, stderr } = spawnSync("xmllint", ["--nonet", "--noout", "--schema", driver, ...files], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: programPath },
      maxBuffer: 64 * 1024 * 1024
    })
    if (error !== undefined) throw error
    return { status, lines: stderr.split("\n").filter((line) => line !== "") }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

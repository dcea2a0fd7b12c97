import { execFile } from "node:child_process"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Snippet } from "./snippets.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const folder = join(root, "node_modules/.cache/namewright/snippets")

/** Lines of a module before the first line of its snippet. */
const headLines = 2

/** Imports stay at the top of the module; the rest is the body of a function, in which it may shadow the names. */
const moduleOf = ({ code }: Snippet, names: ReadonlyArray<string>): string => {
  const imports = code.match(/^import .*$/gm) ?? []
  const body = code.replaceAll(/^import .*$/gm, "")
  return [
    `import { ${names.join(", ")} } from "${join(root, "test/documentation/snippetNames.ts")}"; ${imports.join("; ")}`,
    "export const snippet = async () => {",
    body,
    "}",
    ""
  ].join("\n")
}

/** Checks the types of all snippets in one program, and returns the problems with their positions. */
export const problemsOfSnippets = async (
  snippets: ReadonlyArray<Snippet>,
  names: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await Promise.all(
    snippets.map((snippet, index) => writeFile(join(folder, `${index}.ts`), moduleOf(snippet, names)))
  )
  const options = {
    noEmit: true,
    noUnusedLocals: false,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false
  }
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: join(root, "tsconfig.base.json"), compilerOptions: options, include: ["*.ts"] })
  )
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  const output = await promisify(execFile)(process.execPath, [tsc, "-p", folder, "--pretty", "false"], {
    cwd: folder,
    maxBuffer: 1 << 24
  }).then(() => "", ({ stdout }: { readonly stdout: string }) => stdout)
  return output.split("\n").filter((line) => line.trim() !== "").map((line) => located(line, snippets))
}

/** A message of the compiler, at the position of the snippet. */
const located = (message: string, snippets: ReadonlyArray<Snippet>): string =>
  message.replace(/^(\d+)\.ts\((\d+),\d+\)/, (position, file, line) => {
    const snippet = snippets[Number(file)]
    return snippet === undefined ? position : `${snippet.path}:${snippet.line + Number(line) - headLines - 1}`
  })

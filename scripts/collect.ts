import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/*
 * Writes the files that list parts of all slices: `npm run collect`. A test compares them with `collected`.
 */

const root = fileURLToPath(new URL("..", import.meta.url))

/** File of this workspace with its path from the root and its text. */
export interface CollectedFile {
  readonly path: string
  readonly text: string
}

interface Module {
  /** Path from the folder of the collected file. */
  readonly path: string
  /** First group of each match. */
  readonly names: ReadonlyArray<string>
}

const compare = (a: string, b: string): number => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)

/** Modules below a folder that match the pattern, by path. */
const modulesOf = (folder: string, ending: RegExp, pattern: RegExp): ReadonlyArray<Module> =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => ending.test(path))
    .toSorted(compare)
    .map((path) => ({
      path,
      names: [...readFileSync(`${root}${folder}/${path}`, "utf8").matchAll(pattern)].map(([, name]) => name ?? "")
    }))
    .filter(({ names }) => names.length > 0)

const notice = "// Written by `npm run collect`: do not edit."

const baseName = (path: string): string => path.replace(/^.*\//, "").replace(/\.ts$/, "")

const importsOf = (modules: ReadonlyArray<Module>): string =>
  modules.map(({ names, path }) => `import { ${names.toSorted(compare).join(", ")} } from "./${path}"`).join("\n")

/** Stores: each `*Sql.ts` that exports a `layer`. */
const stores = (): CollectedFile => {
  const modules = modulesOf("packages/adapters-sql/src", /Sql\.ts$/, /^export const (layer)\b/gm)
  return {
    path: "packages/adapters-sql/src/layer.ts",
    text: `${notice}
import { Layer } from "effect"
${modules.map(({ path }) => `import * as ${baseName(path)} from "./${path}"`).join("\n")}

/** Every store of the platform over one \`SqlClient\`. */
export const layer = Layer.mergeAll(
${modules.map(({ path }) => `  ${baseName(path)}.layer`).join(",\n")}
)
`
  }
}

/** Migrations: each numbered file, by number. */
const migrations = (): CollectedFile => {
  const modules = modulesOf("packages/adapters-sql/src/migrations", /^\d+_.*\.ts$/, /^export const (\w+)/gm)
  return {
    path: "packages/adapters-sql/src/migrations/index.ts",
    text: `${notice}
import type { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
${importsOf(modules)}

/** Every change of the schema, by number. Append only: a published entry is never edited. */
export const migrations: Record<string, Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>> = {
${modules.map(({ names, path }) => `  "${baseName(path)}": ${names.join()}`).join(",\n")}
}
`
  }
}

/** Contracts of storage: exported functions whose parameters are `name` and `storage`. */
const contracts = (): CollectedFile => {
  const modules = modulesOf(
    "packages/conformance/src",
    /\/\w+\.ts$/,
    /^export const (\w+) = <[^>]*>\(\s*name: string,\s*storage: Layer\.Layer<[^>]*>\s*\)/gm
  )
  return {
    path: "packages/conformance/src/storageContract.ts",
    text: `${notice}
import type { Storage } from "@namewright/core/embed"
import type { Layer } from "effect"
${importsOf(modules)}

/** Every promise of storage. A driver package calls this once with its layer. */
// oxlint-disable-next-line namewright/function-length -- one line for each contract
export const storageContract = <E>(name: string, storage: Layer.Layer<Storage, E>) => {
${modules.flatMap(({ names }) => names.map((one) => `  ${one}(name, storage)`)).join("\n")}
}
`
  }
}

/** Exports of core: one for each slice of `slices.json`. */
const coreExports = (): CollectedFile => {
  const path = "packages/core/package.json"
  const slices: ReadonlyArray<string> = JSON.parse(readFileSync(`${root}packages/core/slices.json`, "utf8"))
  const entry = (folder: string) => ({
    "namewright-source": `./src${folder}/index.ts`,
    types: `./dist${folder}/index.d.ts`,
    default: `./dist${folder}/index.js`
  })
  const exports = {
    ".": entry(""),
    ...Object.fromEntries(slices.map((slice) => [`./${slice}`, entry(`/${slice}`)])),
    "./package.json": "./package.json"
  }
  const manifest = { ...JSON.parse(readFileSync(`${root}${path}`, "utf8")), exports }
  return { path, text: `${JSON.stringify(manifest, null, 2)}\n` }
}

/** The collected files as they should be, before formatting. */
export const collected = (): ReadonlyArray<CollectedFile> => [stores(), migrations(), contracts(), coreExports()]

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = collected()
  for (const { path, text } of files) writeFileSync(`${root}${path}`, text)
  execFileSync("npx", ["dprint", "fmt", ...files.map(({ path }) => path)], { cwd: root, stdio: "inherit" })
}

import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type Package, root } from "./packages.ts"
import { outputOf } from "./run.ts"

/** A folder in which packages are installed, as in a host. */

/** Specifiers of everything that packages export: `@namewright/core/domains`. */
export const entriesOf = (packages: ReadonlyArray<Package>): ReadonlyArray<string> =>
  packages.flatMap(({ manifest }) =>
    Object.keys(manifest.exports).filter((subpath) => subpath !== "./package.json").map((subpath) =>
      join(manifest.name, subpath)
    )
  )

/** Peers of the packages and types of Node, in the versions of this checkout. */
const allPeers = ["effect", "vitest", "@effect/vitest", "@types/node"]

/** Installs packages, given as archives or as names with versions, and peers by name, in an empty folder. */
export const install = async (
  folder: string,
  specs: ReadonlyArray<string>,
  options: ReadonlyArray<string> = [],
  peers: ReadonlyArray<string> = allPeers
): Promise<void> => {
  const { devDependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"))
  // The package node fetches its program in a script.
  const manifest = { name: "host", private: true, type: "module", allowScripts: { node: true } }
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest))
  const versions = peers.map((name) => `${name}@${devDependencies[name]}`)
  const quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"]
  await outputOf("npm", ["install", ...quiet, ...options, ...specs, ...versions], folder)
}

/** Settings of hosts: without `dom`, and with a check of all declarations. */
const compilerSettings = {
  target: "es2024",
  lib: ["es2024"],
  types: ["node"],
  strict: true,
  skipLibCheck: false,
  noEmit: true
}

const moduleSettings = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" }
}

/** Errors in the declarations of the entries and of all that they import, for both module settings. */
export const typeProblems = async (
  folder: string,
  entries: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const imports = entries.map((entry, index) => `export * as entry${index} from "${entry}"`)
  await writeFile(join(folder, "entries.ts"), `${imports.join("\n")}\n`)
  const found = await Promise.all(
    Object.entries(moduleSettings).map(async ([name, settings]) => {
      const file = `tsconfig.${name}.json`
      const config = { compilerOptions: { ...compilerSettings, ...settings }, files: ["entries.ts"] }
      await writeFile(join(folder, file), JSON.stringify(config))
      const tsc = join(root, "node_modules/typescript/bin/tsc")
      return await outputOf(process.execPath, [tsc, "-p", file, "--pretty", "false"], folder).then(
        () => [],
        (error: unknown) => [`types with ${name}: ${error instanceof Error ? error.message : error}`]
      )
    })
  )
  return found.flat()
}

const requiring = (entries: ReadonlyArray<string>): string => `
for (const entry of ${JSON.stringify(entries)}) {
  try {
    if (Object.keys(require(entry)).length === 0) throw new Error("no exports")
  } catch (error) {
    process.exitCode = 1
    console.error(entry + ": " + error)
  }
}
`

/** Entries that CommonJS cannot require: one with a top-level \`await\`, in the packages or in a dependency. */
export const requireProblems = async (
  folder: string,
  entries: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  await writeFile(join(folder, "require.cjs"), requiring(entries))
  return await outputOf(process.execPath, ["require.cjs"], folder).then(
    () => [],
    (error: unknown) => [`require: ${error instanceof Error ? error.message : error}`]
  )
}

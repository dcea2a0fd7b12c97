import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, relative } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const source = join(root, "examples", "slice")

/** New files of the example slice, by their paths from the root. */
export const newFiles: ReadonlyArray<string> = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(source, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))

/** Edit of a shared file: each text of the file with the text that replaces it. */
interface Edit {
  readonly path: string
  readonly replacements: ReadonlyArray<readonly [from: string, to: string]>
}

const insertedBefore = (text: string, added: string) => [text, `${added}${text}`] as const

/** Edits of shared files that the example slice needs. */
export const edits: ReadonlyArray<Edit> = [
  { path: "packages/core/slices.json", replacements: [insertedBefore(`  "contacts"`, `  "notes",\n`)] },
  {
    path: "packages/core/src/embed/services.ts",
    replacements: [
      insertedBefore("import {\n  OrganizationAttributes", `import { Notes } from "../notes/index.ts"\n`),
      insertedBefore("Events.layer,\n", "Notes.layer,\n        ")
    ]
  },
  {
    path: "packages/core/src/embed/calls.ts",
    replacements: [
      insertedBefore("import type { CallGroupsFor", `import { type NoteCalls, noteCalls } from "../notes/index.ts"\n`),
      insertedBefore("  /** Domains of the account", "  readonly notes: NoteCalls\n"),
      insertedBefore("  domains: domainCalls", "  notes: noteCalls,\n")
    ]
  },
  {
    path: "packages/core/src/embed/batchCommands.ts",
    replacements: [
      insertedBefore("\n/** Every command", `import { noteCommands } from "../notes/index.ts"\n`),
      insertedBefore("] as const", ", ...noteCommands")
    ]
  },
  { path: "packages/core/src/shared/Permission.ts", replacements: [insertedBefore(`  "tags",`, `  "notes",\n`)] },
  {
    path: "packages/core/src/shared/ErrorCatalogue.ts",
    replacements: [
      insertedBefore(
        "  ERROR_TLD_NOT_FOUND",
        `  ERROR_NOTE_NOT_FOUND: entry("notFound", "note-not-found", "Note Error"),\n\n`
      )
    ]
  },
  {
    path: "packages/http/src/slices.ts",
    replacements: [
      insertedBefore("import { organizationsSlice", `import { notesSlice } from "./notes/slice.ts"\n`),
      insertedBefore("  ...contactsSlice", "  ...notesSlice,\n")
    ]
  }
]

const copied = [
  "packages",
  "benchmarks",
  "examples",
  "scripts",
  "test",
  "docs",
  "AGENTS.md",
  "package.json",
  "package-lock.json"
]
const settings = ["tsconfig.base.json", "tsconfig.json", "vitest.config.ts", "dprint.json"]

/** Copies this workspace to a folder, and adds the example slice without the edits of the shared files in `omitted`. */
const addExampleSlice = (folder: string, omitted: ReadonlyArray<string> = []): void => {
  for (const path of [...copied, ...settings]) {
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: (from) => !built.has(basename(from)) })
  }
  linkModules(folder)
  cpSync(source, folder, { recursive: true })
  for (const { path, replacements } of edits) {
    if (!omitted.includes(path)) writeFileSync(join(folder, path), replaced(path, replacements))
  }
  execFileSync(process.execPath, [join(folder, "scripts/collect.ts")], { cwd: folder, stdio: "pipe" })
}

const built: ReadonlySet<string> = new Set(["node_modules", "dist"])

/** Links installed packages. Those of the workspace are linked to the copy. */
const linkModules = (folder: string): void => {
  const modules = join(folder, "node_modules")
  mkdirSync(join(modules, "@namewright"), { recursive: true })
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name !== "@namewright" && name !== ".cache") symlinkSync(join(root, "node_modules", name), join(modules, name))
  }
  for (const name of readdirSync(join(folder, "packages"))) {
    symlinkSync(join(folder, "packages", name), join(modules, "@namewright", name))
  }
}

const replaced = (path: string, replacements: Edit["replacements"]): string =>
  replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`${path} has no text ${from}`)
    return text.replace(from, () => to)
  }, readFileSync(join(root, path), "utf8"))

interface Report {
  readonly testResults: ReadonlyArray<{
    readonly message: string
    readonly assertionResults: ReadonlyArray<{ readonly fullName: string; readonly status: string }>
  }>
}

/** Runs unit tests of a copy with the example slice, and returns the names of those that passed and failed. */
export const testsOf = (omitted: ReadonlyArray<string>, ...filters: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "namewright-slice-"))
  try {
    addExampleSlice(folder, omitted)
    const report = join(folder, "report.json")
    const vitest = join(folder, "node_modules/vitest/vitest.mjs")
    const options = ["run", "--project", "unit", "--reporter", "json", "--outputFile", report]
    const { stderr } = spawnSync(process.execPath, [vitest, ...options, ...filters], { cwd: folder, encoding: "utf8" })
    const { testResults }: Report = JSON.parse(readFileSync(report, "utf8"))
    const named = (status: string) =>
      testResults.flatMap(({ assertionResults }) => assertionResults)
        .filter((one) => one.status === status).map(({ fullName }) => fullName)
    const broken = testResults.map(({ message }) => message).filter((message) => message !== "")
    return { passed: named("passed"), failed: [...named("failed"), ...broken], stderr }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

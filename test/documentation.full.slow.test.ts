import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { callerCalls, operatorCalls } from "../packages/core/src/embed/calls.ts"
import { problemsOfSnippets } from "./documentation/compileSnippets.ts"
import { snippetsOfPage, snippetsOfSource, thrownCodes } from "./documentation/snippets.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8")
const filesOf = (pattern: string): ReadonlyArray<string> => globSync(pattern, { cwd: root }).toSorted()

/** Pages whose blocks are parts of a program that tests run. */
const runPages = ["docs/embedding.md", "docs/embedding-money-and-changes.md"]

const names = [
  ...read("test/documentation/snippetNames.ts").matchAll(
    /^export (?:declare const (\w+)|\{ (?:default as )?(\w+) \})/gm
  )
]
  .map(([, value, reexported]) => value ?? reexported ?? "")

/** Documentation comment of each method of the callers' and operators' calls. */
const commentsOfMethods = new Map<string, string>(
  filesOf("packages/core/src/**/*Calls.ts").flatMap((path) =>
    [...read(path).matchAll(/\/\*\*\n((?:(?!\*\/)[\s\S])*)\*\/\s+readonly (\w+): /g)].map(
      ([, comment = "", method = ""]) => {
        const group = new RegExp(`\\b(caller|operator)\\.(\\w+)\\.${method}\\(`).exec(comment)
        return [`${group?.[1]}.${group?.[2]}.${method}`, comment] as const
      }
    )
  )
)

const methodsOf = (side: string, groups: Readonly<Record<string, object>>): ReadonlyArray<string> =>
  Object.entries(groups).flatMap(([group, calls]) => Object.keys(calls).map((method) => `${side}.${group}.${method}`))

/** Statements that compile if the documented codes are those of the errors of the service. */
const codeChecks = (): string => {
  const checks = [...methodsOf("caller", callerCalls), ...methodsOf("operator", operatorCalls)].map((method) => {
    const codes = thrownCodes(commentsOfMethods.get(method) ?? "").map((code) => `"${code}"`)
    return `checked<"${method}", typeof ${method.replace(".", "Calls.")}, ${codes.join(" | ") || "never"}>("same")`
  })
  return `import type { Call } from "${root}packages/core/src/shared/index.ts"
import { callerCalls, operatorCalls } from "${root}packages/core/src/embed/calls.ts"
type Common = "ERROR_PERMISSION_DENIED" | "ERROR_ORGANIZATION_INACTIVE" | "ERROR_INVALID_INPUT"
type CodeOf<C> = C extends Call<infer _M, infer E, infer _R> ? E extends { readonly code: infer Code } ? Code : never : never
type Undocumented<C, Listed> = Exclude<CodeOf<C>, Common | Listed>
type Unknown<C, Listed> = Exclude<Listed, CodeOf<C>>
const checked = <Method, C, Listed>(_same: [Undocumented<C, Listed> | Unknown<C, Listed>] extends [never] ? "same" : {
  method: Method, undocumented: Undocumented<C, Listed>, unknown: Unknown<C, Listed> }) => {}
${checks.join("\n")}
`
}

describe("the documentation of the library", () => {
  it("compiles: every example, and the codes of every method", async () => {
    const pages = filesOf("docs/{embedding*,host-server}.md")
    const snippets = [
      ...filesOf("packages/*/src/**/*.ts").flatMap((path) => snippetsOfSource(path, read(path))),
      ...pages.filter((path) => !runPages.includes(path)).flatMap((path) => snippetsOfPage(path, read(path)))
    ]
    assert.isAbove(snippets.length, 150)
    assert.includeMembers([...pages], runPages)
    const checks = { path: "codes", line: 1, code: codeChecks() }
    assert.deepStrictEqual(await problemsOfSnippets([...snippets, checks], names), [])
  })
})

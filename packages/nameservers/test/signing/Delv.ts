import { Effect } from "effect"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ExampleKey } from "./ExampleKeys.ts"

/** That a name or type is absent counts as a failure of its own. */
const saying = /^; .*validated$|^; unsigned answer|^;; (?!resolution failed: ncache nx)/

const verdicts: ReadonlyMap<string, string> = new Map([
  ["; fully validated", "validated"],
  ["; negative response, fully validated", "absence validated"]
])

/** BIND's validator, which asks one nameserver and trusts the keys of one zone. */
export interface Delv {
  /** `validated` or `absence validated`, unless something is wrong: then what it says. */
  readonly verdict: (name: string, type: string) => Effect.Effect<string>
}

/** @param zone Without the final dot. */
export const makeDelv = Effect.fnUntraced(function*(zone: string, keys: ReadonlyArray<ExampleKey>, port: number) {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "namewright-delv-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )
  const anchors = keys.map(({ public_key }) => `${zone}. static-key 257 3 13 "${public_key}";`)
  writeFileSync(join(folder, "anchors"), `trust-anchors { ${anchors.join(" ")} };\n`)
  const run = (name: string, type: string) =>
    Effect.promise(() =>
      new Promise<string>((resolve) => {
        const args = ["@127.0.0.1", "-p", String(port), "-a", "anchors", `+root=${zone}`, "-q", name, "-t", type]
        execFile("delv", args, { cwd: folder, timeout: 20_000 }, (_, stdout, stderr) => resolve(`${stderr}${stdout}`))
      })
    )
  const delv: Delv = {
    verdict: (name, type) =>
      Effect.map(run(name, type), (output) => {
        const said = output.split("\n").filter((line) => saying.test(line)).join("\n")
        return verdicts.get(said) ?? said
      })
  }
  return delv
})

import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { entriesOf, install, requireProblems, typeProblems } from "./installed.ts"
import { type Manifest, type Package, packages } from "./packages.ts"
import { layOut, pack } from "./published.ts"

/**
 * Checks the packages as a consumer: findings of publint, subpaths of dist that cannot be imported, and commands that
 * do not run from the published files. Then it installs the packed packages in an empty folder and checks their types
 * without `dom`, with `skipLibCheck: false`, and that CommonJS can require them.
 */

/** Runs each command with `--version`. */
const commandProblems = async (target: string, { bin = {}, version }: Manifest): Promise<ReadonlyArray<string>> => {
  const commands = Object.entries(bin)
  const results = await Promise.allSettled(
    commands.map(async ([name, file]) => {
      const { stdout } = await promisify(execFile)(process.execPath, [join(target, file), "--version"])
      if (!stdout.includes(version)) throw new Error(`${name} --version prints ${stdout}`)
    })
  )
  return results.flatMap((result, index) =>
    result.status === "rejected" ? [`the command ${commands[index]?.[0]} does not run: ${result.reason}`] : []
  )
}

const problemsOf = async (one: Package, target: string): Promise<ReadonlyArray<string>> => {
  const { manifest } = one
  const { messages, pkg } = await publint({ pkgDir: target, strict: true, pack: "npm" })
  const entries = entriesOf([one])
  const imports = await Promise.allSettled(entries.map((entry) => import(entry)))
  return [
    ...messages.map((message) => formatMessage(message, pkg) ?? message.code),
    ...imports.flatMap((result, index) =>
      result.status === "rejected" ? [`cannot import ${entries[index]}: ${result.reason}`] : []
    ),
    ...await commandProblems(target, manifest)
  ].map((problem) => `${manifest.name}: ${problem}`)
}

const problemsAfterInstalling = async (targets: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const folder = await mkdtemp(join(tmpdir(), "namewright-packages-"))
  try {
    await install(folder, await Promise.all(targets.map((target) => pack(target, folder))))
    const entries = entriesOf(packages)
    const [types, requires] = await Promise.all([typeProblems(folder, entries), requireProblems(folder, entries)])
    return [...types, ...requires]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const targets = await Promise.all(packages.map(layOut))
const found = await Promise.all([
  ...packages.map((one, index) => problemsOf(one, targets[index] ?? "")),
  problemsAfterInstalling(targets)
])
const problems = found.flat()
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

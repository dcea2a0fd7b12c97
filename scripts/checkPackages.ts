import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { type Manifest, type Package, packages } from "./packages.ts"
import { layOut } from "./published.ts"

/**
 * Checks the packages as a consumer: findings of publint, subpaths of dist that cannot be imported, and commands that
 * do not run from the published files.
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

const problemsOf = async (one: Package): Promise<ReadonlyArray<string>> => {
  const { manifest } = one
  const target = await layOut(one)
  const { messages, pkg } = await publint({ pkgDir: target, strict: true, pack: "npm" })
  const subpaths = Object.keys(manifest.exports).filter((subpath) => subpath !== "./package.json")
  const imports = await Promise.allSettled(subpaths.map((subpath) => import(join(manifest.name, subpath))))
  return [
    ...messages.map((message) => formatMessage(message, pkg) ?? message.code),
    ...imports.flatMap((result, index) =>
      result.status === "rejected" ? [`cannot import ${subpaths[index]}: ${result.reason}`] : []
    ),
    ...await commandProblems(target, manifest)
  ].map((problem) => `${manifest.name}: ${problem}`)
}

const found = await Promise.all(packages.map(problemsOf))
const problems = found.flat()
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

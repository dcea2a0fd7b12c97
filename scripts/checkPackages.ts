import { execFile } from "node:child_process"
import { copyFile, mkdir, readFile, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { publint } from "publint"
import { formatMessage } from "publint/utils"

/**
 * Checks the packages as a consumer: findings of publint, subpaths of dist that cannot be imported, and commands that
 * do not run from the published files.
 */

const root = fileURLToPath(new URL("..", import.meta.url))
const { workspaces } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
  readonly workspaces: ReadonlyArray<string>
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Record<string, unknown>
  readonly bin?: Record<string, string>
}

/** Copies the files that npm would publish below node_modules, where a package finds its dependencies. */
const installed = async (folder: string): Promise<string> => {
  const { stdout } = await promisify(execFile)("npm", ["pack", "--dry-run", "--json"], {
    cwd: join(root, folder),
    maxBuffer: 1 << 26,
    shell: process.platform === "win32"
  })
  const [packed] = Object.values(JSON.parse(stdout)) as ReadonlyArray<{ files: ReadonlyArray<{ path: string }> }>
  const target = join(root, "node_modules/.cache/namewright/published", folder)
  await rm(target, { recursive: true, force: true })
  for (const { path } of packed?.files ?? []) {
    await mkdir(dirname(join(target, path)), { recursive: true })
    await copyFile(join(root, folder, path), join(target, path))
  }
  return target
}

/** Runs each command with `--version`. */
const commandProblems = async (folder: string, { bin = {}, version }: Manifest): Promise<ReadonlyArray<string>> => {
  const commands = Object.entries(bin)
  if (commands.length === 0) return []
  const target = await installed(folder)
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

const problemsOf = async (folder: string): Promise<ReadonlyArray<string>> => {
  const manifest: Manifest = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"))
  const { messages, pkg } = await publint({ pkgDir: join(root, folder), strict: true, pack: "npm" })
  const subpaths = Object.keys(manifest.exports).filter((subpath) => subpath !== "./package.json")
  const imports = await Promise.allSettled(subpaths.map((subpath) => import(join(manifest.name, subpath))))
  return [
    ...messages.map((message) => formatMessage(message, pkg) ?? message.code),
    ...imports.flatMap((result, index) =>
      result.status === "rejected" ? [`cannot import ${subpaths[index]}: ${result.reason}`] : []
    ),
    ...await commandProblems(folder, manifest)
  ].map((problem) => `${manifest.name}: ${problem}`)
}

const found = await Promise.all(workspaces.filter((folder) => folder.startsWith("packages/")).map(problemsOf))
const problems = found.flat()
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

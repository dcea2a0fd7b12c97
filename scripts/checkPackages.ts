import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { publint } from "publint"
import { formatMessage } from "publint/utils"

/** What a consumer would meet: publint's findings, and every subpath that cannot be imported from its dist folder. */
const root = fileURLToPath(new URL("..", import.meta.url))
const { workspaces } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
  readonly workspaces: ReadonlyArray<string>
}

const problemsOf = async (folder: string): Promise<ReadonlyArray<string>> => {
  const manifest = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8")) as {
    readonly name: string
    readonly exports: Record<string, unknown>
  }
  const { messages, pkg } = await publint({ pkgDir: join(root, folder), strict: true, pack: "npm" })
  const subpaths = Object.keys(manifest.exports).filter((subpath) => subpath !== "./package.json")
  const imports = await Promise.allSettled(subpaths.map((subpath) => import(join(manifest.name, subpath))))
  return [
    ...messages.map((message) => `${manifest.name}: ${formatMessage(message, pkg) ?? message.code}`),
    ...imports.flatMap((result, index) =>
      result.status === "rejected" ? [`${manifest.name}: cannot import ${subpaths[index]}: ${result.reason}`] : []
    )
  ]
}

const found = await Promise.all(workspaces.filter((folder) => folder.startsWith("packages/")).map(problemsOf))
const problems = found.flat()
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

import { spawn } from "node:child_process"
import { readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** Builds the published packages into their dist folders, each after those it depends on. */
const root = fileURLToPath(new URL("..", import.meta.url))

interface Manifest {
  readonly name: string
  readonly dependencies?: Record<string, string>
}

const read = async (file: string) => JSON.parse(await readFile(join(root, file), "utf8"))

const run = (command: string, args: ReadonlyArray<string>) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit" })
    child.once("error", reject)
    child.once("exit", (code) => code === 0 ? resolve() : reject(new Error(`${args.join(" ")} ended with ${code}`)))
  })

const tsc = join(root, "node_modules/typescript/bin/tsc")

const build = async (folder: string) => {
  await rm(join(root, folder, "dist"), { recursive: true, force: true })
  await run(process.execPath, [tsc, "-p", join(folder, "tsconfig.build.json")])
}

const { workspaces } = await read("package.json") as { readonly workspaces: ReadonlyArray<string> }
const folders = workspaces.filter((folder) => folder.startsWith("packages/"))
const manifests = new Map(
  await Promise.all(folders.map(async (folder) => {
    const manifest: Manifest = await read(`${folder}/package.json`)
    return [manifest.name, { folder, manifest }] as const
  }))
)

const builds = new Map<string, Promise<void>>()
const buildOnce = (name: string): Promise<void> => {
  const found = manifests.get(name)
  if (found === undefined) return Promise.resolve()
  const started = builds.get(name)
  if (started !== undefined) return started
  const before = Object.keys(found.manifest.dependencies ?? {}).map(buildOnce)
  const built = Promise.all(before).then(() => build(found.folder))
  builds.set(name, built)
  return built
}

await Promise.all([...manifests.keys()].map(buildOnce)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

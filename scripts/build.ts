import { rm } from "node:fs/promises"
import { join } from "node:path"
import { buildIn } from "./builtIn.ts"
import { type Package, packages, root } from "./packages.ts"
import { run } from "./run.ts"

/** Builds the published packages into their dist folders, each after those it depends on. */
const tsc = join(root, "node_modules/typescript/bin/tsc")

const build = async (one: Package) => {
  await rm(join(one.folder, "dist"), { recursive: true, force: true })
  await run(process.execPath, [tsc, "-p", join(one.folder, "tsconfig.build.json")])
  await buildIn(one)
}

const builds = new Map<string, Promise<void>>()
for (const one of packages) {
  const { dependencies, name, peerDependencies } = { ...one.manifest }
  const before = Object.keys({ ...dependencies, ...peerDependencies }).map((dependency) => builds.get(dependency))
  builds.set(name, Promise.all(before).then(() => build(one)))
}

await Promise.all(builds.values()).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

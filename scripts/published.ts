import { existsSync } from "node:fs"
import { cp, mkdir, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { type Manifest, type Package, root } from "./packages.ts"
import { outputOf } from "./run.ts"

/** Where packages are laid out as they are published. */
const layout = join(root, "node_modules/.cache/namewright/published")

/** Without what only a checkout has: the sources and the development dependencies. */
const publishedManifest = ({ devDependencies: _development, ...manifest }: Manifest) => ({
  ...manifest,
  exports: Object.fromEntries(
    Object.entries(manifest.exports).map(([subpath, entry]) => {
      if (typeof entry === "string") return [subpath, entry]
      const { "namewright-source": _source, ...published } = entry
      return [subpath, published]
    })
  )
})

/** Lays out the files of a package that npm publishes, and returns the folder. */
export const layOut = async ({ folder, manifest }: Package): Promise<string> => {
  const [packed] = Object.values(
    JSON.parse(await outputOf("npm", ["pack", "--dry-run", "--json"], folder))
  ) as ReadonlyArray<{ readonly files: ReadonlyArray<{ readonly path: string }> }>
  const target = join(layout, manifest.name)
  await rm(target, { recursive: true, force: true })
  for (const { path } of packed?.files ?? []) {
    await mkdir(dirname(join(target, path)), { recursive: true })
    await cp(join(folder, path), join(target, path))
  }
  await cp(join(root, "LICENSE"), join(target, "LICENSE"))
  const changelog = join(folder, "CHANGELOG.md")
  if (existsSync(changelog)) await cp(changelog, join(target, "CHANGELOG.md"))
  await writeFile(join(target, "package.json"), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
  return target
}

/** Packs a laid-out package, and returns the path of the archive. */
export const pack = async (target: string, into: string): Promise<string> => {
  const args = ["pack", "--json", "--pack-destination", into]
  const [packed] = Object.values(JSON.parse(await outputOf("npm", args, target))) as ReadonlyArray<
    { readonly filename: string }
  >
  return join(into, packed?.filename ?? "")
}

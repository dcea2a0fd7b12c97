import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The packages that are published: the folders of `packages`, each after those it depends on. */

export const root = fileURLToPath(new URL("..", import.meta.url))

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  /** Needed by statements of provenance. */
  readonly repository?: unknown
  readonly bin?: Readonly<Record<string, string>>
  readonly engines?: { readonly node: string }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  /** Those that sources import are built into the package. */
  readonly devDependencies?: Readonly<Record<string, string>>
}

export interface Package {
  /** Absolute. */
  readonly folder: string
  readonly manifest: Manifest
}

const folders = await readdir(join(root, "packages"))
const all: ReadonlyArray<Package> = await Promise.all(
  folders.map((name) => join(root, "packages", name)).filter((folder) => existsSync(join(folder, "package.json"))).map(
    async (folder) => ({ folder, manifest: JSON.parse(await readFile(join(folder, "package.json"), "utf8")) })
  )
)

const ordered = (done: ReadonlyArray<Package>): ReadonlyArray<Package> => {
  const isDone = (name: string) => all.every(({ manifest }) => manifest.name !== name) || has(done, name)
  const next = all.filter(({ manifest }) =>
    !has(done, manifest.name)
    && Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).every(isDone)
  )
  if (done.length === all.length) return done
  if (next.length === 0) throw new Error("Packages depend on each other in a circle")
  return ordered([...done, ...next])
}

const has = (list: ReadonlyArray<Package>, name: string): boolean => list.some(({ manifest }) => manifest.name === name)

export const packages = ordered([])

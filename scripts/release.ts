import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { type Package, packages, root } from "./packages.ts"
import { layOut, pack } from "./published.ts"
import { outputOf, run } from "./run.ts"

/**
 * Releases the packages.
 *
 * `release.ts version` applies the changesets: versions, exact versions among the packages, changelogs, lock file.
 * `release.ts publish --registry URL` builds and checks the packages and publishes those whose version the registry
 * does not have yet, each after those it depends on. After a failure, the same command continues.
 */

const usage = `node scripts/release.ts version
node scripts/release.ts publish --registry URL [--tag TAG] [--provenance] [--built]

  --tag         Tag of the registry that names this version. Default latest.
  --provenance  Signs a statement of the commit and the workflow; only in continuous integration with OpenID Connect.
  --built       The packages are built and checked already.`

const applyChangesets = async (): Promise<void> => {
  await run(process.execPath, [join(root, "node_modules/@changesets/cli/bin.js"), "version"])
  await run("npm", ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"])
}

/** Milliseconds. */
const registryTimeout = 30_000

/** True if the registry has this version of the package. */
const isPublished = async (registry: URL, { manifest: { name, version } }: Package): Promise<boolean> => {
  const address = new URL(name.replace("/", "%2f"), registry)
  const response = await fetch(address, { signal: AbortSignal.timeout(registryTimeout) })
  if (response.status === 404) return false
  if (!response.ok) throw new Error(`${address} responds with ${response.status}`)
  const { versions = {} } = await response.json() as { readonly versions?: Readonly<Record<string, unknown>> }
  return Object.hasOwn(versions, version)
}

interface Publication {
  /** Ends with a slash. */
  readonly registry: URL
  readonly tag: string
  readonly provenance: boolean
}

const publishOne = async (one: Package, folder: string, { provenance, registry, tag }: Publication): Promise<void> => {
  const archive = await pack(await layOut(one), folder)
  const args = ["publish", archive, "--registry", registry.href, "--tag", tag, "--access", "public"]
  try {
    await outputOf("npm", [...args, ...provenance ? ["--provenance"] : []], folder)
  } catch (error) {
    // The response to an earlier attempt may have been lost.
    if (!await isPublished(registry, one)) throw error
  }
}

/** Statements of provenance name the repository of the manifest and describe its commit. */
const refuseProvenance = async (): Promise<void> => {
  const without = packages.filter(({ manifest }) => manifest.repository === undefined)
  if (without.length > 0) {
    throw new Error(
      `Provenance needs the field repository in: ${without.map(({ manifest }) => manifest.name).join(", ")}`
    )
  }
  const changed = await outputOf("git", ["status", "--porcelain"])
  if (changed !== "") throw new Error(`Provenance needs a checkout without changes:\n${changed}`)
}

const publish = async (publication: Publication, isBuilt: boolean): Promise<void> => {
  const { registry } = publication
  if (publication.provenance) await refuseProvenance()
  const published = await Promise.all(packages.map((one) => isPublished(registry, one)))
  const missing = packages.filter((_, index) => published[index] === false)
  const nameOf = ({ manifest: { name, version } }: Package) => `${name}@${version}`
  if (missing.length === 0) {
    console.log(`Nothing to publish: ${registry} has ${packages.map(nameOf).join(", ")}`)
    return
  }
  if (!isBuilt) {
    await run(process.execPath, [join(root, "scripts/build.ts")])
    await run(process.execPath, [join(root, "scripts/checkPackages.ts")])
  }
  const unbuilt = missing.filter(({ folder }) => !existsSync(join(folder, "dist")))
  if (unbuilt.length > 0) throw new Error(`Not built: ${unbuilt.map(nameOf).join(", ")}`)
  const folder = await mkdtemp(join(tmpdir(), "namewright-release-"))
  try {
    for (const one of missing) {
      await publishOne(one, folder, publication)
      console.log(`Published ${nameOf(one)}`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const release = async (): Promise<void> => {
  const { positionals: [command], values } = parseArgs({
    allowPositionals: true,
    options: {
      registry: { type: "string" },
      tag: { type: "string", default: "latest" },
      provenance: { type: "boolean", default: false },
      built: { type: "boolean", default: false }
    }
  })
  const { built, provenance, registry, tag } = values
  if (command === "version") await applyChangesets()
  else if (command === "publish" && registry !== undefined) {
    await publish({ registry: new URL(registry.replace(/\/*$/, "/")), tag, provenance }, built)
  } else throw new Error(usage)
}

await release().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

import { assert, beforeAll, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { entriesOf, install } from "../scripts/installed.ts"
import { type Package, packages, root } from "../scripts/packages.ts"
import { layOut, pack } from "../scripts/published.ts"
import { outputOf } from "../scripts/run.ts"
import { startRegistry } from "./LocalRegistry.ts"
import { requires } from "./requires.ts"

/** Milliseconds: the packages are built and packed, and everything that they need is installed. */
const releaseTimeout = 1_200_000

const temporary = async (use: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "namewright-release-test-"))
  try {
    await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const release = (cwd: string, args: ReadonlyArray<string>, env: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)(process.execPath, [join(cwd, "scripts/release.ts"), ...args], {
    cwd,
    env: { ...process.env, ...env }
  })

const publishing = ({ npmrc, url }: { readonly npmrc: string; readonly url: string }) =>
  release(root, ["publish", "--registry", url, "--built"], { npm_config_userconfig: npmrc })

/** The tests of this file share a build: another would remove files that a test reads. */
let built: Promise<unknown> | undefined
const build = () => built ??= outputOf(process.execPath, [join(root, "scripts/build.ts")])

const manifests = packages.map(({ manifest }) => manifest)
/** Number of packages that the first attempt publishes. */
const first = 6
const refused = manifests[first]?.name ?? ""

const program = `
import { sqlite } from "@namewright/adapters-sqlite"
import { createPlatform } from "@namewright/core"
import { toFetch } from "@namewright/http"

await using platform = createPlatform({ storage: sqlite({ filename: ":memory:" }) })
const { name } = await platform.operator.organizations.createParent({ name: "Example" })
const { status } = await toFetch(platform)(new Request("http://localhost/health/live"))
console.log(name, status)
`

describe("the release", () => {
  it("applies changesets: one version for all packages, and their changelogs", () =>
    temporary(async (folder) => {
      const files = ["package.json", "package-lock.json", ".changeset", "scripts"]
      await Promise.all(files.map((file) => cp(join(root, file), join(folder, file), { recursive: true })))
      const workspaces = [...packages.map((one) => one.folder.slice(root.length)), "examples", "benchmarks"]
      await Promise.all(
        workspaces.map((path) =>
          cp(join(root, path, "package.json"), join(folder, path, "package.json"), { recursive: true })
        )
      )
      await symlink(join(root, "node_modules"), join(folder, "node_modules"))
      await writeFile(
        join(folder, ".changeset/of-the-test.md"),
        `---\n"@namewright/nameservers": minor\n---\n\nServe zones over carrier pigeons.\n`
      )
      const git = (...args: ReadonlyArray<string>) => promisify(execFile)("git", [...args], { cwd: folder })
      await git("init", "--quiet")
      await git("add", ".")
      await git("-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "--quiet", "-m", "Test")
      await release(folder, ["version"])

      const versioned = await Promise.all(
        packages.map(async (one) =>
          JSON.parse(await readFile(join(folder, one.folder.slice(root.length), "package.json"), "utf8"))
        )
      )
      const [{ version }] = versioned
      assert.notStrictEqual(version, manifests[0]?.version)
      for (const manifest of versioned) {
        assert.strictEqual(manifest.version, version, manifest.name)
        for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
          if (name.startsWith("@namewright/")) assert.strictEqual(range, version, `${manifest.name}: ${name}`)
        }
      }
      const changelog = await readFile(join(folder, "packages/nameservers/CHANGELOG.md"), "utf8")
      assert.include(changelog, `## ${version}`)
      assert.include(changelog, "Serve zones over carrier pigeons.")
      assert.deepStrictEqual((await readdir(join(folder, ".changeset"))).filter((file) => file.endsWith(".md")), [
        "README.md"
      ])
      const lock = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8"))
      assert.strictEqual(lock.packages["packages/http"].version, version)
    }), releaseTimeout)

  it("publishes once, continues after a failure, and can be installed and run", {
    ...requires("`npm ci --prefix tools/registry`"),
    timeout: releaseTimeout
  }, () =>
    temporary(async (folder) => {
      await build()
      const data = join(folder, "registry")
      {
        await using refusing = await startRegistry(data, [refused])
        const failure = await publishing(refusing).then(() => "", ({ stderr }: { readonly stderr: string }) => stderr)
        assert.include(failure, `npm publish`)
        assert.include(failure, refused.replace("@namewright/", ""))
      }
      await using registry = await startRegistry(data)
      const published = manifests.map(({ name, version }) => `Published ${name}@${version}`)
      assert.deepStrictEqual((await publishing(registry)).stdout.trim().split("\n"), published.slice(first))
      assert.match((await publishing(registry)).stdout, /^Nothing to publish: /)

      const host = join(folder, "host")
      await mkdir(host)
      const specs = ["core", "adapters-sqlite", "http"].map((name) => `@namewright/${name}`)
      // An earlier registry may have had this port: npm remembers by address what it published.
      await install(host, specs, ["--userconfig", registry.npmrc, "--no-prefer-offline", "--prefer-online"])
      await writeFile(join(host, "program.js"), program)
      const inHost = (command: string, ...args: ReadonlyArray<string>) =>
        promisify(execFile)(command, args, { cwd: host })
      assert.strictEqual((await inHost(process.execPath, "program.js")).stdout, "Example 200\n")
      const { stdout } = await inHost("npx", "--no-install", "namewright", "--version")
      assert.include(stdout, manifests[0]?.version ?? "a version")
    }))
})

/** The oldest Node of the `engines` of the packages. */
const oldestNode = "22.19.0"

const testOf = (imports: string) => `
import { testPlatform } from "@namewright/testing"
${imports}

test("a domain is renewed and charged", async () => {
  const platform = await testPlatform()
  const { organization_id } = await platform.create.organization()
  await platform.create.domain(organization_id, { name: "my-shop.com" })
  await platform.clock.advance({ days: 400 })
  const renewals = await platform.events(["domain.renewed"])
  assert.deepEqual(renewals.map(({ object }) => object.name), ["my-shop.com"])
  await platform.dispose()
})
`

/** Requires and imports every entry. */
const everyEntry = (entries: ReadonlyArray<string>) => `
import { createRequire } from "node:module"
const require = createRequire(import.meta.url)
for (const entry of ${JSON.stringify(entries)}) {
  const [required, imported] = [Object.keys(require(entry)), Object.keys(await import(entry))]
  if (required.length === 0 || imported.length === 0) throw new Error(entry + " has no exports")
}
console.log("imported")
`

/** A package of this checkout with its dependencies in this checkout. */
const closureOf = (name: string): ReadonlyArray<Package> => {
  const own = packages.find(({ manifest }) => manifest.name === name)
  if (own === undefined) return []
  const needed = Object.keys({ ...own.manifest.dependencies, ...own.manifest.peerDependencies }).flatMap(closureOf)
  return [...new Set([...needed, own])]
}

describe("the packed packages", requires("registry of npm"), () => {
  let folder = ""
  const archives = new Map<string, string>()
  const archivesOf = (some: ReadonlyArray<Package>) => some.map(({ manifest }) => archives.get(manifest.name) ?? "")

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "namewright-installed-test-"))
    await build()
    const packed = packages.map(async (one) => [one.manifest.name, await pack(await layOut(one), folder)] as const)
    for (const [name, archive] of await Promise.all(packed)) archives.set(name, archive)
    return () => rm(folder, { recursive: true, force: true })
  }, releaseTimeout)

  const host = async (name: string) => {
    const path = join(folder, name)
    await mkdir(path)
    return path
  }

  it.each(["3", "4", "5"])("contain a test kit that runs in vitest %s", async (major) => {
    const path = await host(`vitest-${major}`)
    await install(path, [...archivesOf(closureOf("@namewright/testing")), `vitest@${major}`], [], ["effect"])
    const runner = JSON.parse(await readFile(join(path, "node_modules/vitest/package.json"), "utf8"))
    assert.strictEqual(runner.version.split(".")[0], major)
    await writeFile(join(path, "renewal.test.js"), testOf("import { assert, test } from \"vitest\""))
    const vitest = join(path, "node_modules/vitest/vitest.mjs")
    const reporters = ["--reporter=default", "--reporter=json", "--outputFile.json=report.json"]
    // Other tests may keep this machine busy.
    await outputOf(process.execPath, [vitest, "run", ...reporters, "--testTimeout=60000"], path)
    const report = JSON.parse(await readFile(join(path, "report.json"), "utf8"))
    assert.deepInclude(report, { numPassedTests: 1, numTotalTests: 1, success: true })
  }, releaseTimeout)

  it("take at most 145 MB on the disk of a host with SQLite and the HTTP interface, Effect included", async () => {
    const path = await host("size")
    const used = new Set(["@namewright/adapters-sqlite", "@namewright/http"].flatMap(closureOf))
    await install(path, archivesOf([...used]), [], ["effect"])
    const files = await readdir(join(path, "node_modules"), { recursive: true })
    const sizes = await Promise.all(
      files.map(async (file) => (await lstat(join(path, "node_modules", file))).blocks * 512)
    )
    assert.isAtMost(sizes.reduce((sum, size) => sum + size, 0), 145_000_000)
  }, releaseTimeout)

  it("can be required, imported and tested with node:test by the oldest Node of their engines", async () => {
    const path = await host("oldest")
    await install(path, [...archivesOf(packages), `node@${oldestNode}`])
    for (const { manifest } of packages) {
      assert.strictEqual(manifest.engines?.node, `>=${oldestNode.replace(/\.0$/, "")}`, manifest.name)
    }
    const node = join(path, "node_modules/node/bin/node")
    assert.strictEqual((await outputOf(node, ["--version"], path)).trim(), `v${oldestNode}`)

    await writeFile(join(path, "entries.mjs"), everyEntry(entriesOf(packages)))
    assert.strictEqual((await outputOf(node, ["entries.mjs"], path)).trim(), "imported")

    const imports = "import assert from \"node:assert/strict\"\nimport { test } from \"node:test\""
    await writeFile(join(path, "renewal.test.js"), testOf(imports))
    const output = await outputOf(node, ["--test", "--test-reporter=tap", "renewal.test.js"], path)
    assert.include(output, "# pass 1")
    assert.include(output, "# fail 0")
  }, releaseTimeout)
})

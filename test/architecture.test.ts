import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import slices from "../packages/core/slices.json" with { type: "json" }

const root = fileURLToPath(new URL("..", import.meta.url))

/** Allowed imports of packages. */
const arrows: Record<string, ReadonlyArray<string>> = {
  core: [],
  acme: ["core"],
  "reports-node": ["core"],
  nameservers: ["core"],
  "registry-epp": ["core"],
  "adapters-sql": ["core"],
  "adapters-pg": ["adapters-sql", "core", "reports-node"],
  "adapters-sqlite": ["adapters-sql", "core", "reports-node"],
  conformance: ["core"],
  testing: ["adapters-sqlite", "core"],
  http: [
    "acme",
    "adapters-pg",
    "adapters-sql",
    "adapters-sqlite",
    "core",
    "nameservers",
    "registry-epp",
    "reports-node"
  ]
}

/** Vague words that names of folders, files and exports may not have. */
const emptyWords = /^(?:utils?|helpers?|common|managers?|misc|types)$/i
const emptySuffixes = /(?:Live|Impl|Default|Utils?|Helpers?|Manager)$/

interface Source {
  readonly package: string
  /** Path inside the package's src, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly imports: ReadonlyArray<string>
}

const importPattern = /(?:^|\n)\s*(?:import|export)\s(?:[^"'`;]*?\sfrom\s)?"([^"]+)"|\bimport\("([^"]+)"\)/g

const sourcesOf = (name: string): ReadonlyArray<Source> => {
  const folder = join(root, "packages", name, "src")
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts")).map(
    (path) => {
      const text = readFileSync(join(folder, path), "utf8")
      const imports = [...text.matchAll(importPattern)].map(([, from, dynamic]) => from ?? dynamic ?? "")
      return { package: name, path: path.replaceAll("\\", "/"), text, imports }
    }
  )
}

const sources = Object.keys(arrows).flatMap(sourcesOf)
const core = sources.filter((source) => source.package === "core")

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
  /** Those that sources import are built into the package. */
  readonly devDependencies?: Record<string, string>
  readonly exports: Record<string, string | Record<string, string>>
}
const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"))

/** `@effect/sql-pg/PgClient` belongs to `@effect/sql-pg`; relative paths and Node's modules to nothing. */
const packageOf = (specifier: string): string | undefined =>
  specifier.startsWith(".") || specifier.startsWith("node:")
    ? undefined
    : specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/")

const packagesOf = (list: ReadonlyArray<Source>): ReadonlyArray<string> =>
  [...new Set(list.flatMap((source) => source.imports.map(packageOf)))].filter((name) => name !== undefined).toSorted()

const isOwn = (dependency: string): boolean => dependency.startsWith("@namewright/")

/** Packages that the declarations of another package name, peers of those, what a built-in package imports, and a thread. */
const usedByOthers = (dependency: string): boolean =>
  isOwn(dependency) ||
  ["vitest", "undici", "ws", "@effect/platform-node-shared", "@resvg/resvg-wasm"].includes(dependency)

const none: ReadonlyArray<string> = []

describe("packages", () => {
  it("import only allowed packages", () => {
    const wrong = sources.flatMap((source) =>
      source.imports.flatMap((specifier) => {
        const target = /^@namewright\/([^/]+)/.exec(specifier)?.[1]
        return target === undefined || arrows[source.package]?.includes(target)
          ? []
          : [`${source.package}/src/${source.path} -> ${specifier}`]
      })
    )
    assert.deepStrictEqual(wrong, none)
  })

  it("declare what they import", () => {
    const wrong = Object.keys(arrows).flatMap((name) => {
      const { dependencies, devDependencies, peerDependencies } = manifestOf(name)
      const declared = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })
      const imported = packagesOf(sources.filter((source) => source.package === name))
      const missing = imported.filter((dependency) => !declared.includes(dependency))
      const unused = declared.filter((dependency) => !imported.includes(dependency) && !usedByOthers(dependency))
      return [...missing.map((it) => `${name} lacks ${it}`), ...unused.map((it) => `${name} does not use ${it}`)]
    })
    assert.deepStrictEqual(wrong, none)
  })

  it("take each other in one version, and others in ranges that the lock file narrows", () => {
    const wrong = Object.keys(arrows).flatMap((name) => {
      const { dependencies, peerDependencies, version } = manifestOf(name)
      return Object.entries({ ...dependencies, ...peerDependencies }).flatMap(([dependency, wanted]) =>
        (isOwn(dependency) ? wanted === version : /^(?:\^|>=)/.test(wanted)) ? [] : [`${name}: ${dependency} ${wanted}`]
      )
    })
    assert.deepStrictEqual(wrong, none)
  })

  it("leave Effect and the test runner to the host", () => {
    const wrong = Object.keys(arrows).flatMap((name) =>
      ["effect", "vitest", "@effect/vitest"].filter((peer) => manifestOf(name).dependencies?.[peer] !== undefined)
    )
    assert.deepStrictEqual(wrong, none)
  })

  it("of http: only the command line imports drivers", () => {
    const wrong = sources.filter((source) =>
      source.package === "http" && !source.path.startsWith("cli/")
      && source.imports.some((specifier) =>
        /^@namewright\/(?:acme$|adapters-|nameservers$|registry-epp)/.test(specifier)
      )
    )
    assert.deepStrictEqual(wrong.map((source) => source.path), none)
  })

  it("of http: a client loads no handlers", () => {
    const loaded = loadedWith("http", "client.ts")
    assert.include(loaded, "domains/DomainsApi.ts")
    assert.deepStrictEqual(loaded.filter((path) => path.endsWith("Handlers.ts")), none)
  })

  it("of libraries use no environment, console or process handlers", () => {
    const process = /\bprocess\.(?:env|argv|on|once|exit|stdout|stderr)\b|\bconsole\.|\bConsole\./
    const wrong = sources.filter((source) =>
      !(source.package === "http" && source.path.startsWith("cli/")) && process.test(withoutComments(source.text))
    )
    assert.deepStrictEqual(wrong.map((source) => `${source.package}/src/${source.path}`), none)
  })

  it("export every slice, and only existing files", () => {
    for (const name of Object.keys(arrows)) {
      const entries = Object.entries(manifestOf(name).exports).filter(([subpath]) => subpath !== "./package.json")
      for (const [subpath, entry] of entries) {
        const source = typeof entry === "string" ? entry : entry["namewright-source"]
        assert.isDefined(source, `${name} ${subpath} has no source`)
        assert.isTrue(existsSync(join(root, "packages", name, source ?? "")), `${name} ${subpath} -> ${source}`)
        const built = source?.replace("./src/", "./dist/").replace(/\.ts$/, "")
        const expected = { "namewright-source": source, types: `${built}.d.ts`, default: `${built}.js` }
        assert.deepStrictEqual(entry, expected, `${name} ${subpath}`)
      }
    }
    const exported = Object.keys(manifestOf("core").exports).filter((subpath) => subpath !== "./package.json")
    assert.sameMembers(exported, [".", ...coreSlices().map((slice) => `./${slice}`)])
  })
})

describe("package-lock.json", () => {
  it("contains the packages of every platform, as npm ci requires", () => {
    const { packages }: { readonly packages: Record<string, { readonly optionalDependencies?: object }> } = JSON.parse(
      readFileSync(join(root, "package-lock.json"), "utf8")
    )
    const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
    const missing = wanted.filter((name) =>
      !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`))
    )
    assert.deepStrictEqual(missing, none, "take a version that the registry has for every platform")
  })
})

describe("slices of core", () => {
  const order = new Map(slices.map((slice, index) => [slice, index]))

  it("are those of slices.json", () => {
    assert.sameMembers([...coreSlices()], slices)
  })

  it("import only slices before them", () => {
    const wrong = core.flatMap((source) =>
      neighbours(source).flatMap(({ slice, specifier }) =>
        slice === "index.ts" || (order.get(slice) ?? 0) < (order.get(sliceOf(source.path)) ?? Infinity)
          ? []
          : [`${source.path} -> ${specifier}`]
      )
    )
    assert.deepStrictEqual(wrong, none)
  })

  it("import each other through index.ts", () => {
    const wrong = core.flatMap((source) =>
      neighbours(source).flatMap(({ specifier }) =>
        basename(specifier) === "index.ts" ? [] : [`${source.path} -> ${specifier}`]
      )
    )
    assert.deepStrictEqual(wrong, none)
  })

  it("export their operations for embedders", () => {
    const offered = textOf("core", "embed/calls.ts")
    const operating = sources.flatMap(({ package: name, path }) =>
      name === "http" && path.endsWith("/slice.ts") ? [sliceOf(path)] : []
    )
    const missing = operating.filter((slice) => order.has(slice) && !offered.includes(`"../${slice}/index.ts"`))
    assert.deepStrictEqual(missing, none, "enter their methods in core/src/embed/calls.ts")
  })

  it("register every batch command that they declare", async () => {
    const { batchCommands } = await import("@namewright/core/embed")
    const declaring = core.flatMap(({ path, text }) =>
      Array.from(text.matchAll(/^(?:export )?const (\w+) = declareCommand\(/gm), ([, name]) => `${path}: ${name}`)
    )
    assert.lengthOf(
      batchCommands,
      declaring.length,
      `enter all in core/src/embed/batchCommands.ts: ${declaring.join()}`
    )
  })

  it("import Effect and small libraries without Node", () => {
    const wrong = core.flatMap((source) =>
      source.imports.filter((specifier) => specifier.startsWith("node:")).map((specifier) =>
        `${source.path} -> ${specifier}`
      )
    )
    assert.deepStrictEqual(wrong, none)
  })
})

/** Folders of slices, in the order in which they may import each other. */
const folders: Readonly<Record<string, ReadonlyArray<string>>> = {
  domains: [
    "statistics",
    "claims",
    "quote",
    "request",
    "price",
    "registry",
    "verification",
    "update",
    "dnssec",
    "renew",
    "declaration",
    "register",
    "refund",
    "delete",
    "transfer",
    "handover",
    "mails",
    "messages",
    "clock"
  ],
  "registry/simulator": ["objects", "time", "changes", "commands"]
}

describe("folders of a slice", () => {
  const wrongArrows = (parent: string, order: ReadonlyArray<string>): ReadonlyArray<string> =>
    core.flatMap((source) => {
      const from = order.indexOf(folderIn(parent, source.path))
      return from === -1
        ? []
        : source.imports.filter((specifier) => specifier.startsWith(".")).flatMap((specifier) => {
          const target = relative("/", resolve("/", dirname(source.path), specifier))
          return order.indexOf(folderIn(parent, target)) > from ? [`${source.path} -> ${specifier}`] : []
        })
    })

  const folderIn = (parent: string, path: string): string =>
    path.startsWith(`${parent}/`) ? dirname(relative(parent, path)) : ""

  it.each(Object.entries(folders))("of %s import only folders before them", (parent, order) => {
    assert.deepStrictEqual(wrongArrows(parent, order), none)
  })

  it.each(Object.entries(folders))("of %s are all listed", (parent, order) => {
    const found = new Set(
      core.map((source) => folderIn(parent, source.path)).filter((folder) => folder !== "" && folder !== ".")
    )
    assert.sameMembers([...found], [...order])
  })
})

describe("files", () => {
  it("have at most 400 lines", () => {
    const long = sources.filter((source) => source.text.split("\n").length > 401)
    assert.deepStrictEqual(long.map((source) => `${source.package}/src/${source.path}`), none)
  })

  it("do not import in cycles", () => {
    assert.deepStrictEqual(cycles(), none)
  })

  it("have specific names", () => {
    const wrong = sources.flatMap((source) => {
      const segments = source.path.replace(/\.ts$/, "").split("/")
      const folders = segments.slice(0, -1).filter((folder) => folder !== folder.toLowerCase())
      const empty = segments.filter((segment) => emptyWords.test(segment) || emptySuffixes.test(segment))
      const exports = exportsOf(source).filter((name) => emptySuffixes.test(name))
      return [...folders, ...empty, ...exports].map((word) => `${source.package}/src/${source.path}: ${word}`)
    })
    assert.deepStrictEqual(wrong, none)
  })

  it("are named after their main export", () => {
    const wrong = sources.filter((source) => !isNamedAfterExport(source))
    assert.deepStrictEqual(
      wrong.map((source) => `${source.package}/src/${source.path}: ${exportsOf(source).join(", ")}`),
      none
    )
  })

  it("of decisions are in the index", () => {
    const folder = join(root, "docs", "decisions")
    const index = readFileSync(join(folder, "README.md"), "utf8")
    const pages = readdirSync(folder).filter((page) => page !== "README.md")
    assert.deepStrictEqual(pages.filter((page) => !index.includes(`(${page})`)), none)
  })

  it("keep the page for automated contributors under 80 lines", () => {
    assert.isBelow(readFileSync(join(root, "AGENTS.md"), "utf8").split("\n").length, 80)
  })
})

function textOf(name: string, path: string): string {
  return sources.find((source) => source.package === name && source.path === path)?.text ?? ""
}

/** Files of a package that are loaded with one of them, without those that are imported when they are needed. */
function loadedWith(name: string, first: string): ReadonlyArray<string> {
  const loaded = new Set<string>()
  const load = (path: string): void => {
    if (loaded.has(path)) return
    loaded.add(path)
    for (const [, specifier = ""] of textOf(name, path).matchAll(/^(?:import|export) (?!type)[^"()]*"(\.[^"]+)"/gm)) {
      load(relative("/", resolve("/", dirname(path), specifier)))
    }
  }
  load(first)
  return [...loaded]
}

/** Slices of core: the folders with an index.ts. */
function coreSlices(): ReadonlyArray<string> {
  return core.flatMap(({ path }) => /^([^/]+)\/index\.ts$/.exec(path)?.[1] ?? [])
}

function sliceOf(path: string): string {
  return path.split("/")[0] ?? ""
}

/** Imports of a file of core from other slices. */
function neighbours(source: Source): ReadonlyArray<{ readonly slice: string; readonly specifier: string }> {
  return source.imports.filter((specifier) => specifier.startsWith(".")).map((specifier) => ({
    specifier,
    slice: sliceOf(relative("/", resolve("/", dirname(source.path), specifier)))
  })).filter(({ slice }) => slice !== sliceOf(source.path) && source.path !== "index.ts")
}

/** Relative imports; types count as well. */
function relativeImports(source: Source): ReadonlyArray<string> {
  return source.imports.filter((specifier) => specifier.startsWith("."))
}

/** Each import cycle once, as the path that closes it. */
function cycles(): ReadonlyArray<string> {
  const graph = new Map(sources.map((source) => [
    `${source.package}/${source.path}`,
    relativeImports(source).map((specifier) =>
      relative("/", resolve("/", source.package, dirname(source.path), specifier))
    )
  ]))
  const done = new Set<string>()
  const found: Array<string> = []
  const visit = (file: string, trail: ReadonlyArray<string>): void => {
    if (trail.includes(file)) return void found.push([...trail.slice(trail.indexOf(file)), file].join(" -> "))
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return found
}

function exportsOf(source: Source): ReadonlyArray<string> {
  const declared = source.text.matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|function\*?|class|interface|type|enum) (?:\{ )?([A-Za-z_$][\w$]*)/gm
  )
  return [...new Set([...declared].map(([, name]) => name ?? ""))]
}

/** Files with several values of equal rank. */
const families = new Set([
  "adapters-sql/Codecs",
  "adapters-sql/domains/DomainCodes",
  "conformance/Actors",
  "core/domains/registry/RegistryState",
  "core/registry/RegistryCommand",
  "core/registry/simulator/time/DomainLife",
  "core/registry/simulator/changes/HostRules",
  "core/registry/simulator/time/PassingTime",
  "core/registry/simulator/objects/Refusal",
  "core/registry/simulator/commands/UsedObjects",
  "registry-epp/driver/Refusals"
])

/**
 * True if a file is named after its exports: one export has its name or shares a word with it (`Authorization` exports
 * `authorize`), or the file is a namespace (`import * as EventsHandlers`).
 */
function isNamedAfterExport(source: Source): boolean {
  const name = basename(source.path, ".ts")
  if (["index", "main", "run"].includes(name) || /^\d{4}_[a-z_]+$/.test(name)) return true
  if (families.has(`${source.package}/${source.path.replace(/\.ts$/, "")}`)) return true
  const stems = new Set(stemsOf(name))
  return name.endsWith("Error") && exportsOf(source).length > 0
    || exportsOf(source).some((exported) => stemsOf(exported).some((stem) => stems.has(stem)))
    || isNamespace(name)
}

/** Words of a name, truncated so that `Authorization` and `authorize`, or `Slugs` and `slug`, are equal. */
function stemsOf(name: string): ReadonlyArray<string> {
  return name.split(/(?=[A-Z])/).map((word) => word.toLowerCase().replace(/s$/, "").slice(0, 4))
}

function isNamespace(name: string): boolean {
  const pattern = new RegExp(`(?:(?:import|export) \\* as ${name} from |import\\()"[./]+(?:[\\w-]+/)*${name}\\.ts"`)
  return sources.some((source) => pattern.test(source.text))
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
}

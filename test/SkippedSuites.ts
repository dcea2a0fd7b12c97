import { relative } from "node:path"
import type { Reporter, TestModule, Vitest } from "vitest/node"
import { isInstallable, missingPathsOf, packagesOf, type RequirementName } from "./requires.ts"
import { skippedRecord } from "./skippedRecord.ts"

/** Skipped tests of one file that lack the same requirements. */
interface Skipped {
  readonly file: string
  readonly missing: ReadonlyArray<RequirementName>
  readonly tests: number
}

/** Lists at the end of a run which suites were skipped because a program is missing, and how to install it. */
export class SkippedSuites implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    if (this.#vitest === undefined) return
    const { config: { root }, logger } = this.#vitest
    const skipped = modules.flatMap((module) => skippedIn(module, root))
    const installable = skipped.filter(({ missing }) => isInstallable(missing))
    const packages = packagesOf(installable.flatMap(({ missing }) => missing))
    skippedRecord.write(root, { packages, files: [...new Set(installable.map(({ file }) => file))].toSorted() })
    if (skipped.length > 0) logger.log(listOf(skipped, packages))
  }
}

const skippedIn = (module: TestModule, root: string): ReadonlyArray<Skipped> => {
  const file = relative(root, module.moduleId)
  const counts = new Map<string, { readonly missing: ReadonlyArray<RequirementName>; tests: number }>()
  for (const test of module.children.allTests()) {
    const { missing } = test.meta()
    if (missing === undefined) continue
    const found = counts.get(missing.join()) ?? { missing, tests: 0 }
    found.tests++
    counts.set(missing.join(), found)
  }
  return [...counts.values()].map((counted) => ({ file, ...counted }))
}

const listOf = (skipped: ReadonlyArray<Skipped>, packages: ReadonlyArray<string>): string => {
  const files = [...Map.groupBy(skipped, ({ file }) => file)].map(([file, parts]) => ({
    missing: [...new Set(parts.flatMap(({ missing }) => missing))].toSorted().join(", "),
    line: `   ${file} (${parts.reduce((sum, { tests }) => sum + tests, 0)})`
  }))
  const lines = [...Map.groupBy(files, ({ missing }) => missing)].flatMap(([missing, group]) => [
    ` Skipped without ${missing}:`,
    ...group.map(({ line }) => line).toSorted()
  ])
  const missingPaths = missingPathsOf(skipped.flatMap(({ missing }) => missing))
  const published = missingPaths.length === 0
    ? []
    : ["", " Not published:", ...missingPaths.map((path) => `   ${path}`)]
  const install = packages.length === 0 ? [] : [
    "",
    ` To run them, as root: apt-get install --no-install-recommends ${packages.join(" ")}`,
    " Then: npm run test:skipped"
  ]
  return [...lines, ...published, ...install, ""].join("\n")
}

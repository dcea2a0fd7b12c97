import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { useCompileCache } from "./test/compileCache.ts"
import { SkippedSuites } from "./test/SkippedSuites.ts"
import { isFull } from "./test/testSize.ts"

/**
 * Node itself loads and strips the modules, as it does for whoever installs the packages: Vite's runner is slower, and it
 * accepts imports that Node refuses. Packages of this workspace are read from their sources.
 */
const native = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ["--conditions=namewright-source"]
}

useCompileCache()

const excluded = ["**/node_modules/**", ...isFull ? [] : ["**/*.full.*"]]

/**
 * `unit` needs nothing but Node, `slow` some time besides; `postgres` runs the suites that need a PostgreSQL server, and
 * starts one.
 */
export default defineConfig({
  test: {
    reporters: ["default", new SkippedSuites()],
    // Some tests wait for processes, sockets and leases, so two processors have work for four workers.
    maxWorkers: Math.max(4, availableParallelism()),
    // Tests that say so wait for answers that never come, all at the same time.
    maxConcurrency: 20,
    projects: [
      {
        test: {
          ...native,
          name: "unit",
          // Loading the platform anew for each file would take most of the time; no test leaves anything behind in a module.
          isolate: false,
          include: [
            "packages/*/test/**/*.test.ts",
            "examples/test/**/*.test.ts",
            "benchmarks/test/**/*.test.ts",
            "test/**/*.test.ts"
          ],
          exclude: ["**/*.pg.test.ts", "**/*.slow.test.ts", ...excluded],
          // Some let years pass; a slow machine, or one that does other things as well, takes several times as long.
          testTimeout: isFull ? 300_000 : 60_000,
          hookTimeout: isFull ? 300_000 : 60_000
        }
      },
      {
        test: {
          ...native,
          name: "slow",
          isolate: false,
          include: ["packages/*/test/**/*.slow.test.ts", "examples/test/**/*.slow.test.ts", "test/**/*.slow.test.ts"],
          exclude: excluded,
          // Full runs kill a process at each of its steps, some of them forty times.
          testTimeout: isFull ? 1_200_000 : 240_000,
          hookTimeout: 60_000
        }
      },
      {
        test: {
          ...native,
          name: "postgres",
          isolate: false,
          include: [
            "packages/*/test/**/*.pg.test.ts",
            "examples/test/**/*.pg.test.ts",
            "benchmarks/test/**/*.pg.test.ts",
            "test/**/*.pg.test.ts"
          ],
          exclude: excluded,
          globalSetup: ["./test/PostgresServer.ts"],
          testTimeout: isFull ? 300_000 : 60_000,
          hookTimeout: isFull ? 300_000 : 60_000
        }
      }
    ]
  }
})

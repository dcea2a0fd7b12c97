import { availableParallelism } from "node:os"
import { defaultServerConditions } from "vite"
import { defineConfig } from "vitest/config"
import { useCompileCache } from "./test/compileCache.ts"
import { SkippedSuites } from "./test/SkippedSuites.ts"
import { isFull } from "./test/testSize.ts"

/** Without `module`: Node loads what it names, and the modules that OpenTelemetry has for bundlers cannot be loaded. */
const conditions = ["namewright-source", ...defaultServerConditions.filter((condition) => condition !== "module")]

/** Packages of this workspace are read from their sources. */
const fromSource = {
  resolve: { conditions },
  ssr: { resolve: { conditions, noExternal: [/^@namewright\//] } }
}

useCompileCache()

const excluded = ["**/node_modules/**", ...isFull ? [] : ["**/*.full.*"]]

/**
 * `unit` needs nothing but Node, `slow` some time besides; `postgres` runs the suites that need a PostgreSQL server, and
 * starts one.
 */
export default defineConfig({
  ...fromSource,
  test: {
    reporters: ["default", new SkippedSuites()],
    // Some tests wait for processes, sockets and leases, so two processors have work for four workers.
    maxWorkers: Math.max(4, availableParallelism()),
    // Tests that say so wait for answers that never come, all at the same time.
    maxConcurrency: 20,
    projects: [
      {
        ...fromSource,
        test: {
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
          // Some let years pass; a machine that does other things as well takes several times as long.
          testTimeout: 30_000
        }
      },
      {
        ...fromSource,
        test: {
          name: "slow",
          isolate: false,
          include: ["packages/*/test/**/*.slow.test.ts", "examples/test/**/*.slow.test.ts", "test/**/*.slow.test.ts"],
          exclude: excluded,
          testTimeout: 240_000
        }
      },
      {
        ...fromSource,
        test: {
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
          testTimeout: 30_000,
          hookTimeout: 60_000
        }
      }
    ]
  }
})

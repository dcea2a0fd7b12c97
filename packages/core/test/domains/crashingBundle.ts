import { Effect } from "effect"
import { join } from "node:path"
import { build, defaultServerConditions } from "vite"

const conditions = ["namewright-source", ...defaultServerConditions]

/** The crashing process as one file in a folder: it is started often, and starts five times as fast so. */
export const crashingBundle = (folder: string) =>
  Effect.as(
    Effect.promise(() =>
      build({
        configFile: false,
        logLevel: "error",
        resolve: { conditions },
        ssr: { noExternal: true, resolve: { conditions } },
        build: { ssr: join(import.meta.dirname, "crashingProcess.ts"), outDir: folder, target: "node22", minify: false }
      })
    ),
    join(folder, "crashingProcess.js")
  )

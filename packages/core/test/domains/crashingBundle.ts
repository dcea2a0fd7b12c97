import { Effect } from "effect"
import { basename, join } from "node:path"
import { build, defaultServerConditions } from "vite"

const conditions = ["namewright-source", ...defaultServerConditions]

/** Bundle of a crashing process as one file, which starts five times as fast; it is started often. */
export const crashingBundle = (folder: string, source: string = join(import.meta.dirname, "crashingProcess.ts")) =>
  Effect.as(
    Effect.promise(() =>
      build({
        configFile: false,
        logLevel: "error",
        resolve: { conditions },
        ssr: { noExternal: true, resolve: { conditions } },
        build: { ssr: source, outDir: folder, target: "node22", minify: false }
      })
    ),
    join(folder, basename(source).replace(/\.ts$/, ".js"))
  )

import { registerHooks } from "node:module"

/** Import it first with `--import`: the process is one of the next version of the library, which has one more migration. */
const next = new URL("nextMigrations.ts", import.meta.url).href

registerHooks({
  resolve: (specifier, context, resolve) => {
    const found = resolve(specifier, context)
    const isReplaced = found.url.endsWith("/adapters-sql/src/migrations/index.ts") && context.parentURL !== next
    return isReplaced ? { ...found, url: next } : found
  }
})

import { fileURLToPath } from "node:url"

/** Folder in which Node keeps compiled modules; it is `NODE_COMPILE_CACHE` of the processes that tests start. */
export const compileCache = fileURLToPath(new URL("../node_modules/.cache/namewright/compiled", import.meta.url))

/** Makes the workers of a run, and the processes that tests start, load modules that an earlier process has compiled. */
export const useCompileCache = (): void => {
  process.env["NODE_COMPILE_CACHE"] ??= compileCache
}

import { existsSync } from "node:fs"
import { join } from "node:path"
import { root } from "./packages.ts"
import { run } from "./run.ts"

/**
 * Writes the API reference of hosts without Effect to the folder `reference`: the modules of `tools/reference/entries`.
 * A warning is a failure, such as a link that leads nowhere.
 */

const folder = join(root, "tools/reference")
const typedoc = join(folder, "node_modules/typedoc/bin/typedoc")

if (!existsSync(typedoc)) await run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder })
await run(process.execPath, [typedoc], { cwd: folder }).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})

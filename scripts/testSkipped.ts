import { spawn } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { skippedRecord } from "../test/skippedRecord.ts"

/**
 * Runs the suites that the last run skipped for missing programs. A program that is still missing fails the run. With
 * `--packages` it only prints the Debian packages that they need.
 */

const root = fileURLToPath(new URL("..", import.meta.url))

const { files, packages } = skippedRecord.read(root)

/** Only a full run skips such files, and only a full run finds them. */
const size = files.some((file) => file.includes(".full.")) ? { NAMEWRIGHT_TESTS: "full" } : {}

if (process.argv.includes("--packages")) console.log(packages.join(" "))
else if (files.length === 0) console.log("The last run of the tests skipped nothing that packages would enable")
else {
  const child = spawn(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), "run", ...files], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...size, NAMEWRIGHT_OPTIONAL_PROGRAMS: "required" }
  })
  child.once("exit", (code) => process.exitCode = code ?? 1)
}

import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const readme = fileURLToPath(new URL("../README.md", import.meta.url))

/** The commands of the README's walk, for one server; the first that fails ends the shell. */
export const readmeWalk = async (url: string, key: string): Promise<string> => {
  const text = await readFile(readme, "utf8")
  const section = /^## The main walk$([\s\S]*?)^## /m.exec(text)?.[1] ?? ""
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? "")
  if (blocks.length === 0) throw new Error("The README has no walk")
  return blocks.join("\n")
    .replace(/^export KEY=.*$/m, `export KEY=${key}`)
    .replace(/^export URL=.*$/m, `export URL=${url}/v1`)
    .replace("curl -s ", "curl -sS --fail-with-body ")
    .replace("-o domains.zip", `-o ${join(tmpdir(), "domains.zip")}`)
}

/** What the walk answers, one JSON text after another. */
export const runWalk = async (commands: string): Promise<string> => {
  const { stdout } = await promisify(execFile)("bash", ["-O", "expand_aliases", "-ec", `set -o pipefail\n${commands}`])
  return stdout
}

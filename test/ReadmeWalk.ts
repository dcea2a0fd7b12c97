import { execFile, spawnSync } from "node:child_process"
import { readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const readme = fileURLToPath(new URL("../README.md", import.meta.url))

/** What a server has printed about itself. */
interface StartedServer {
  readonly url: string
  readonly printed: () => string
}

/** Whether `dig` and `delv` are installed; both come with `bind9-dnsutils`. */
const hasDnsTools = ["dig", "delv"].every((tool) => spawnSync(tool, ["-v"]).error === undefined)

/** The commands of the README's walk, for one server; the first that fails ends the shell. */
export const readmeWalk = async ({ printed, url }: StartedServer): Promise<string> => {
  const key = /^API key: (\S+)$/m.exec(printed())?.[1] ?? ""
  const dnsPort = /^ +Nameserver +\S+ port (\d+)/m.exec(printed())?.[1] ?? ""
  const text = await readFile(readme, "utf8")
  const section = /^## The main walk$([\s\S]*?)^## /m.exec(text)?.[1] ?? ""
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? "")
  if (blocks.length === 0) throw new Error("The README has no walk")
  return blocks.join("\n")
    .replace(/^export KEY=.*$/m, `export KEY=${key}`)
    .replace(/^export URL=.*$/m, `export URL=${url}/v1`)
    .replace(/^export DNS_PORT=.*$/m, `export DNS_PORT=${dnsPort}`)
    .replaceAll(/^(?:until dig|delv) .*$/gm, (line) => hasDnsTools ? line : "")
    .replace("curl -s ", "curl -sS --fail-with-body ")
    .replace("-o domains.zip", `-o ${join(tmpdir(), "domains.zip")}`)
}

/** What the walk answers, one JSON text after another. */
export const runWalk = async (commands: string): Promise<string> => {
  const { stdout } = await promisify(execFile)("bash", ["-O", "expand_aliases", "-ec", `set -o pipefail\n${commands}`])
  return stdout
}

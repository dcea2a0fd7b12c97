import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { execFile } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { isThere, programPath, requires } from "./requires.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const dnsTools = ["dig", "delv"] as const

/** A running server and its output. */
interface StartedServer {
  readonly url: string
  readonly printed: () => string
}

/** Commands of a page, or of one of its sections. */
export const commandsOf = async (page: string, title?: string): Promise<string> => {
  const text = await readFile(join(root, page), "utf8")
  const section = title === undefined ? text : text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ""
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? "")
  if (blocks.length === 0) throw new Error(`${page} has no commands${title === undefined ? "" : ` in "${title}"`}`)
  return blocks.join("\n")
}

/** Commands of the README's walkthrough, and of those that continue it on the same server. */
const walks = async (): Promise<string> => {
  const pages = ["domains", "bulk", "zones"].map((page) => commandsOf(`docs/walks/${page}.md`))
  return (await Promise.all([commandsOf("README.md", "Walkthrough"), ...pages])).join("\n")
}

/**
 * Runs commands in the checkout, with their own temporary folder. Returns their output. The first failure stops them.
 */
export const runCommands = async (commands: string): Promise<string> => {
  // Without the link, npx looks for a package of that name in the registry.
  if (!existsSync(join(root, "node_modules/.bin/namewright"))) throw new Error("Run npm ci: namewright is not linked")
  const script = `set -o pipefail\n${commands}`
  const folder = await mkdtemp(join(tmpdir(), "namewright-readme-"))
  try {
    const env = { ...process.env, PATH: programPath, TMPDIR: folder }
    const { stdout } = await promisify(execFile)("bash", ["-O", "expand_aliases", "-ec", script], { cwd: root, env })
    return stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Commands of the walkthroughs for one server. Lines that run a DNS tool are omitted if it is not installed. */
const walkOn = async ({ printed, url }: StartedServer): Promise<string> => {
  const key = /^API key: (\S+)$/m.exec(printed())?.[1] ?? ""
  const dnsPort = /^ +Nameserver +\S+ port (\d+)/m.exec(printed())?.[1] ?? ""
  return (await walks())
    .replace(/^export KEY=.*$/m, `export KEY=${key}`)
    .replace(/^export URL=.*$/m, `export URL=${url}/v1`)
    .replace(/^export DNS_PORT=.*$/gm, `export DNS_PORT=${dnsPort}`)
    .replaceAll(/^(?:until dig|delv) .*$/gm, (line) => dnsTools.every(isThere) ? line : "")
    .replace("curl -s ", "curl -sS --fail-with-body ")
}

/** Names in the working folder of the commands. */
export const filesOfCheckout = (): ReadonlyArray<string> => readdirSync(root)

/**
 * The walkthroughs of README and documentation on a server, as tests.
 *
 * @param where Ends the title.
 * @param isRight Further assertions about the server and its output.
 */
export const readmeWalk = <S extends StartedServer>(
  where: string,
  started: Effect.Effect<S, unknown, Scope.Scope>,
  isRight: (server: S) => void = () => undefined
): void => {
  describe("README", () => {
    let printed = ""

    it.live(
      `has walks that work as written, ${where}, and leave no files in the checkout`,
      () =>
        Effect.gen(function*() {
          const before = filesOfCheckout()
          const server = yield* started
          printed = yield* Effect.promise(async () => runCommands(await walkOn(server)))
          assert.match(printed, /"type":"api","status":"verified"/)
          assert.include(printed, "\"clientTransferProhibited\"")
          assert.include(printed, "\"restored_at\"")
          assert.include(printed, "\"cause\":\"patch_records\"")
          assert.match(printed, /^my-zone\.com\.\s.*"hello"$/m)
          assert.include(printed, "\"dnssec_registry_publish\":\"published\"")
          assert.include(printed, "41 of 41  1 failed  complete")
          assert.include(printed, "\"retried_count\":1")
          isRight(server)
          assert.deepStrictEqual(filesOfCheckout(), before)
        }).pipe(Effect.scoped),
      { ...requires("curl"), timeout: 300_000 }
    )

    it(`has zones in its walkthroughs that dig and delv query, ${where}`, requires("curl", ...dnsTools), () => {
      // The preceding response ends without a line feed.
      assert.match(printed, /(?:^|\})"hello"$/m)
      assert.include(printed, "fully validated")
    })
  })
}

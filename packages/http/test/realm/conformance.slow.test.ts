import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort } from "../../../../test/freePort.ts"
import { Browser, headingOf } from "./Browser.ts"
import { Program, signedInAt } from "./Program.ts"
import { type Person, RealmServer } from "./RealmServer.ts"

/** The program of the package, which has no other entry. */
const suite = fileURLToPath(
  new URL("../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url)
)

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "conformance-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** Signs in and agrees wherever the suite asks somebody to open an address, and follows the answer to it. */
const visit = async (address: string, person: Person): Promise<void> => {
  const browser = new Browser(address)
  const page = await signedInAt(browser, await browser.open(address), person)
  const ended = headingOf(page).startsWith("Connect") ? await browser.send(page, { decision: "allow" }) : page
  await fetch(ended.url)
}

/** What the suite prints of an authorization server that a person uses meanwhile. */
const outcome = (args: ReadonlyArray<string>, person: Person): Promise<string> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [suite, "authorization", ...args])
    const visited = new Set<string>()
    let output = ""
    const read = (part: Buffer) => {
      output += part.toString()
      for (const [address] of output.matchAll(/http:\/\/\S+\/protocol\/openid-connect\/auth\?\S+(?=\s)/g)) {
        if (!visited.has(address)) {
          visited.add(address)
          void visit(address, person)
        }
      }
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    child.on("close", (code) => resolve(`${output}\nexit ${code}`))
  })

layer(RealmServer.layer, { excludeTestServices: true })("the realm", (it) => {
  it.effect("passes the conformance suite for authorization servers", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      const output = yield* folder
      const printed = yield* Effect.promise(async () => {
        const port = String(await freePort())
        const program = await Program.register(issuer, { redirect_uris: [`http://127.0.0.1:${port}/callback`] })
        const args = ["--url", issuer, "--client-id", program.client_id, "--port", port, "--resource", `${url}/mcp`]
        return outcome([...args, "-o", output], ada)
      })
      assert.match(printed, /Total: 3 passed, 0 failed\s+exit 0$/, printed)
    }).pipe(Effect.scoped))
})

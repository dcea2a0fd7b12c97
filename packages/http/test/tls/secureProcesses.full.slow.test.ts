import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Redacted } from "effect"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { type ServedProcess, servedProcess } from "../cli/ServedProcess.ts"
import { newCertificateOf } from "./newCertificateOf.ts"
import { handshakeError, plainExchange, secureExchange } from "./secureExchange.ts"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

const portsOf = ({ printed }: ServedProcess) => {
  const port = (name: string) => Number(new RegExp(`^ {2}${name} +\\S+ port (\\d+)`, "m").exec(printed())?.[1])
  return { secure: port("HTTPS"), plain: port("HTTP") }
}

const own = "app.namewright.test"
const shared = ["--base-url", `https://${own}`, "--http-port", "0"]

const rootOf = (chain: string) => chain.split(/(?<=-----END CERTIFICATE-----\n)/).at(-1) ?? ""

/** Time in which a process obtains its certificate and looks it up again, in milliseconds. */
const patience = 30_000

const eventually = async <A>(attempt: () => Promise<A>): Promise<A> => {
  const deadline = Date.now() + patience
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

describe("namewright serve --tls", () => {
  it.live(
    "obtains its own certificate, and two processes on one database present it",
    () =>
      Effect.gen(function*() {
        const file = join(yield* folder, "data.sqlite")
        const args = ["--database", `sqlite:${file}`, "--tls", "acme", ...shared]
        const first = yield* servedProcess(args)
        const second = yield* servedProcess(args)
        yield* Effect.promise(async () => {
          const chain = await eventually(async () => {
            const database = new DatabaseSync(file, { readOnly: true })
            const row = database.prepare("SELECT chain FROM certificates").get()
            database.close()
            const text = row?.["chain"]
            assert.isString(text)
            return String(text)
          })
          const root = rootOf(chain)
          const answers = await Promise.all([first, second].map((one) =>
            eventually(() => secureExchange({ port: portsOf(one).secure, root, sni: own, path: "/docs" }))
          ))
          assert.deepStrictEqual(answers.map(({ names, status }) => [names, status]), [
            [`DNS:${own}`, 200],
            [`DNS:${own}`, 200]
          ])
          assert.strictEqual(
            new Set(answers.map(({ fingerprint }) =>
              fingerprint
            )).size,
            1
          )
          const { plain, secure } = portsOf(first)
          assert.match(
            await handshakeError({ port: secure, root, sni: "other.namewright.test" }) ?? "",
            /alert handshake failure/
          )
          const { headers, status } = await plainExchange(plain, "GET /v1/domains HTTP/1.1", `Host: ${own}`)
          assert.deepStrictEqual([status, headers["location"]], [308, `https://${own}/v1/domains`])
          const page = await secureExchange({ port: secure, root, sni: own, path: "/realms/sandbox/account" })
          assert.isBelow(page.status, 400)
          assert.strictEqual(await first.stop(), 0)
          assert.strictEqual(await second.stop(), 0)
        })
      }).pipe(Effect.scoped),
    90_000
  )

  it.live(
    "serves the certificate of files",
    () =>
      Effect.gen(function*() {
        const path = yield* folder
        const { chain, key } = yield* Effect.promise(() => newCertificateOf([own]))
        const files = { cert: join(path, "cert.pem"), key: join(path, "key.pem") }
        yield* Effect.promise(async () => {
          await writeFile(files.cert, chain)
          await writeFile(files.key, Redacted.value(key))
        })
        const served = yield* servedProcess([
          "--database",
          `sqlite:${join(path, "data.sqlite")}`,
          "--tls",
          "files",
          "--tls-cert",
          files.cert,
          "--tls-key",
          files.key,
          ...shared
        ])
        const answer = yield* Effect.promise(async () =>
          secureExchange({ port: portsOf(served).secure, root: rootOf(await readFile(files.cert, "utf8")), sni: own })
        )
        assert.deepStrictEqual([answer.status, answer.names], [200, `DNS:${own}`])
        assert.strictEqual(yield* Effect.promise(() => served.stop()), 0)
      }).pipe(Effect.scoped),
    60_000
  )
})

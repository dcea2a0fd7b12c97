import { RegistrySimulator } from "@namewright/core/registry"
import { TldCatalog } from "@namewright/core/tlds"
import { type EppServer, eppServer } from "@namewright/registry-epp/server"
import { Effect, Layer, Redacted } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { serverCertificate, serverKey, testAuthority } from "../../../registry-epp/test/testCertificates.ts"
import { type ServedProcess, servedProcess } from "./ServedProcess.ts"

/** A response to a request; status 0 if none came. */
export interface Answered {
  readonly status: number
  readonly body: any
}

const simulator = RegistrySimulator.layerWith({ unknown_names: "missing", opening_balance: 100_000_000 }).pipe(
  Layer.provide(TldCatalog.layer),
  Layer.provide(memoryDatabase())
)

/** The EPP server of the registry of .org, and the commands that it has received. */
export const wireRegistry = Effect.gen(function*() {
  const documents: Array<string> = []
  const listening = eppServer({
    port: 0,
    registry: "pir",
    registrars: [{ clientId: "our-account", password: Redacted.make("Correct-Horse-1") }],
    tls: { certificate: serverCertificate, key: serverKey },
    limits: { sessionsPerRegistrar: 100 },
    onFrame: (direction, document) => direction === "received" && documents.push(document)
  })
  const server = yield* Effect.provideContext(listening, yield* Layer.build(Layer.fresh(simulator)))
  const receivedOf = (part: string) => documents.filter((one) => one.includes(part)).length
  /** Number of commands of a kind about a domain. */
  const received = (command: "create" | "renew", name: string) =>
    documents.filter((one) => one.includes(`<domain:${command}`) && one.includes(`>${name}<`)).length
  return { server, received, receivedOf }
})

/** Processes of `namewright serve` on one database, with their registry behind EPP. */
export const wireInstallation = Effect.fnUntraced(function*(
  database: string,
  { port }: EppServer,
  limits: { readonly sessions: number }
) {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "namewright-wire-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true }))
  )
  const config = join(folder, "registries.json")
  writeFileSync(join(folder, "ca.pem"), testAuthority)
  writeFileSync(
    config,
    JSON.stringify({
      registries: {
        wire: {
          tlds: ["org"],
          host: "127.0.0.1",
          port,
          tls: { ca: "ca.pem" },
          user: "our-account",
          password: "Correct-Horse-1",
          profile: "namewright",
          limits
        }
      }
    })
  )
  return servedProcess(["--database", database, "--registry", `epp:${config}`])
})

/** Sends requests of one caller. */
export const caller = (key: string) =>
(
  { url }: ServedProcess,
  method: string,
  path: string,
  body?: object,
  idempotencyKey?: string
) =>
  Effect.promise((): Promise<Answered> =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        "x-api-key": key,
        "content-type": "application/json",
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey })
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(120_000)
    }).then(async (response) => ({ status: response.status, body: await response.json() }))
      .catch(() => ({ status: 0, body: undefined }))
  )

/** The key and the contact that the first start of a sandbox prints. */
export const firstStartOf = ({ printed }: ServedProcess) => ({
  key: /^API key: (\S+)$/m.exec(printed())?.[1] ?? "",
  contact_id: /contact_[0-9a-z]+/.exec(printed())?.[0] ?? ""
})

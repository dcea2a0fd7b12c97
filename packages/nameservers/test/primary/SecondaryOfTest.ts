import { MemoryZones } from "@namewright/conformance"
import { type Nameserver, type Publication, type Served } from "@namewright/core/dns"
import { Effect, type Scope } from "effect"
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { runTool, unusedPort } from "../../../../test/nameservers/NameserverProcess.ts"
import type { Address, Primary } from "../../../../test/nameservers/Primary.ts"
import { programPath } from "../../../../test/requires.ts"
import { makeHiddenPrimary } from "../../src/primary/hiddenPrimary.ts"
import { hiddenPrimarySettings, type SecondaryOptions } from "../../src/primary/Secondary.ts"

export const key = {
  name: "transfer-key",
  algorithm: "hmac-sha256",
  secret: Buffer.from("thirty-two octets that are shared").toString("base64")
} as const

/** A hidden primary with one secondary, and zones in memory. */
export interface PrimaryOfTest {
  readonly zones: MemoryZones
  readonly nameserver: Nameserver
  readonly primary: Primary
  /** Where the secondary is to listen. */
  readonly secondary: Address
}

export const primaryOfTest = Effect.fnUntraced(function*(
  options: Partial<SecondaryOptions> = {},
  waitSeconds = 15
): Effect.fn.Return<PrimaryOfTest, Error, Scope.Scope> {
  const zones = new MemoryZones()
  const host = options.host ?? "127.0.0.1"
  const secondary = { host, port: yield* unusedPort(host) }
  const settings = yield* Effect.fromResult(hiddenPrimarySettings({
    host: "127.0.0.1",
    port: 0,
    keys: [key],
    secondaries: [{ name: "secondary", key: key.name, ...options, ...secondary }],
    waitSeconds
  }))
  const { nameservers, port } = yield* Effect.provide(makeHiddenPrimary(settings), zones.layer)
  const [nameserver] = nameservers
  if (nameserver === undefined) throw new Error("There is no secondary")
  return {
    zones,
    nameserver,
    primary: { host: "127.0.0.1", port, catalog: "catalog.invalid", key },
    secondary
  }
})

/** Publishes one change, and answers what the secondary serves then. */
export const publish = (nameserver: Nameserver, publication: Publication): Effect.Effect<Served | undefined> =>
  Effect.map(nameserver.publish([publication]), ([served]) => served)

/** What `dig` prints, in short form. */
export const dig = ({ host, port }: Address, ...args: ReadonlyArray<string>): string =>
  runTool("dig", [`@${host}`, "-p", String(port), "+time=2", "+tries=1", ...args]).output.trim()

/** What `dig` prints, while this process goes on: for questions to itself. */
export const digAside = ({ host, port }: Address, ...args: ReadonlyArray<string>): Effect.Effect<string> =>
  Effect.promise(async () => {
    const all = [`@${host}`, "-p", String(port), "+time=2", "+tries=1", ...args]
    const { stdout } = await promisify(execFile)("dig", all, { env: { PATH: programPath }, maxBuffer: 1 << 26 })
    return stdout.trim()
  })

import type { PublishedRrset } from "@namewright/core/dns"
import { imageRrsetOf, SignatureCache, zoneSignatures } from "@namewright/nameservers"
import { Effect, Redacted } from "effect"
import { generateKeyPairSync } from "node:crypto"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import { origin, rrsetsOf } from "./signedZone.ts"

export interface SigningTask {
  readonly names: number
  readonly denial: "nsec" | "nsec3"
}

/** In milliseconds, except for the CPU time of one signature, which is in microseconds. */
export interface SigningResult {
  readonly signatureMicros: number
  readonly chain: number
  readonly whole: number
  readonly pause: number
  readonly afterChange: number
}

const { denial, names } = taskOf<SigningTask>()

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
const { x = "", y = "" } = publicKey.export({ format: "jwk" })
const key = {
  key_tag: 1,
  public_key: Buffer.concat([Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]).toString("base64"),
  private_key: Redacted.make(privateKey.export({ format: "der", type: "pkcs8" }).toString("base64")),
  signs: "zone" as const
}

const context = (cache: SignatureCache) => ({ cache, now: () => Math.floor(Date.now() / 1000) })

const versionOf = (rrsets: ReadonlyArray<PublishedRrset>, cache: SignatureCache) => {
  const own = rrsets.map(imageRrsetOf)
  return {
    own,
    signatures: zoneSignatures({ name: origin, rrsets: own, signing: { keys: [key], denial } }, context(cache))
  }
}

const millis = async (work: () => unknown): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Creates everything that a transfer contains, as a hidden primary does. */
const transferred = async (rrsets: ReadonlyArray<PublishedRrset>, cache: SignatureCache) => {
  const { signatures } = versionOf(rrsets, cache)
  await Effect.runPromise(signatures.prepare)
  return [...signatures.all()]
}

const rrsets = rrsetsOf(names)

const measured = async (): Promise<SigningResult> => {
  const { own, signatures } = versionOf(rrsets.slice(0, 2000), new SignatureCache())
  const before = process.cpuUsage()
  for (const rrset of own) signatures.of(rrset)
  const { system, user } = process.cpuUsage(before)
  const fresh = versionOf(rrsets, new SignatureCache()).signatures
  const chain = await millis(() => fresh.proofs.noData(origin))
  const cache = new SignatureCache()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const whole = await millis(() => transferred(rrsets, cache))
  delay.disable()
  const changed = [...rrsets, { name: origin, type: "TXT", ttl: 300, records: ["\"changed\""] } as const]
  return {
    signatureMicros: (system + user) / own.length,
    chain,
    whole,
    pause: delay.max / 1e6,
    afterChange: await millis(() => transferred(changed, cache))
  }
}

serveParent(await measured())

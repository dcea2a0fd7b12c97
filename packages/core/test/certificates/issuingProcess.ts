import { layer as sqlite } from "@namewright/adapters-sqlite"
import { CertificateName, Certificates, CertificateStore } from "@namewright/core/certificates"
import { Nameservers, ZonePublications } from "@namewright/core/dns"
import { layerPlatform } from "@namewright/core/embed"
import { JobWorker } from "@namewright/core/jobs"
import { Duration, Effect, Layer, Option, Schema } from "effect"
import { steppingTransactions } from "../domains/CrashingPlatform.ts"
import { fileAuthority } from "./fileAuthority.ts"
import { servingAll } from "./servingAll.ts"

/*
 * Orders a certificate and kills itself at a step: before or after a commit, or before or after a call of the authority:
 * `node issuingProcess.js FILE FOLDER STEP NAME...`. It ends by SIGKILL, or with code 0 if there are fewer steps.
 */
const [filename = "", folder = "", last = "0", ...texts] = process.argv.slice(2)
const readName = Schema.decodeUnknownSync(CertificateName)
const [name, ...others] = texts.map((text) => readName(text))
if (name === undefined) throw new Error("No names")

let steps = 0
let working = false
const isLast = (): boolean => working && ++steps === Number(last)

const onStep = Effect.suspend(() => {
  if (!isLast()) return Effect.void
  process.kill(process.pid, "SIGKILL")
  return Effect.never
})

const certificateAuthorities = fileAuthority(folder, () => {
  if (isLast()) process.kill(process.pid, "SIGKILL")
})

const storage = steppingTransactions(onStep).pipe(
  Layer.provideMerge(sqlite({ filename, synchronous: "normal" }))
)

const work = Effect.gen(function*() {
  const certificates = yield* Certificates
  const publications = yield* ZonePublications
  const store = yield* CertificateStore
  const worker = yield* JobWorker
  working = true
  const { certificate_id } = yield* certificates.ensure([name, ...others], null, "tests")
  // An order over DNS is deferred until the nameserver serves its records.
  while (Option.exists(yield* store.find(certificate_id), ({ chain }) => chain === null)) {
    yield* worker.drain(Duration.minutes(1))
    yield* publications.drain
    yield* Effect.sleep("300 millis")
  }
  working = false
})

await Effect.runPromise(
  Effect.provide(
    work,
    layerPlatform({ storage, certificateAuthorities, nameservers: Layer.succeed(Nameservers, { all: [servingAll] }) })
  )
)

import { Deletions, Renewals, Transfers } from "@namewright/core/domains"
import { TransferInDomain } from "@namewright/core/domains"
import { CurrentActor, DomainName, Period } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { crashingPlatform } from "./CrashingPlatform.ts"
import { type Customer, register, round } from "./DomainsPlatform.ts"

/**
 * A process that works for a customer and kills itself at a step: `node crashingProcess.js FILE ORGANIZATION CONTACT
 * OPERATION NAME STEP`. It ends by SIGKILL, or with code 0 when the work has fewer steps.
 */
const [filename = "", organization_id = "", contact_id = "", operation = "", name = "", step = "0"] = process.argv
  .slice(2)

let steps = 0
let working = false
const die = Effect.suspend(() => {
  if (!working || ++steps !== Number(step)) return Effect.void
  process.kill(process.pid, "SIGKILL")
  return Effect.never
})

const actor: Customer["actor"] = JSON.parse(
  process.env["ACTOR"] ?? "{}",
  (key, value) => key === "permissions" ? new Set(value) : value
)
const act: Customer["act"] = (work) => Effect.provideService(work, CurrentActor, actor)
const owner = { organization_id, contact_id, actor, act } as Customer
const domain = DomainName.make(name)

const operations = {
  register: () => register(owner, name),
  renew: () => Effect.flatMap(Renewals, (renewals) => act(renewals.renew(domain, { period: Period.years(1) }))),
  delete: () => Effect.flatMap(Deletions, (deletions) => act(deletions.remove(domain))),
  restore: () => Effect.flatMap(Deletions, (deletions) => act(deletions.restore(domain, {}))),
  transfer: () =>
    Effect.flatMap(Transfers, (transfers) =>
      act(transfers.request(
        Schema.decodeUnknownSync(TransferInDomain)({
          name,
          auth_code: "Transfer-Code-1",
          renewal_mode: "renew",
          contacts: { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
        })
      ))),
  recovery: () => round
} as const

const work = Effect.gen(function*() {
  working = true
  yield* operations[operation as keyof typeof operations]()
  working = false
})

await Effect.runPromise(Effect.asVoid(Effect.provide(work, crashingPlatform(filename, die))))

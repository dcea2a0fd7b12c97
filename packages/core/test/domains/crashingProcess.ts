import { Deletions, Renewals, Transfers } from "@namewright/core/domains"
import { TransferInDomain } from "@namewright/core/domains"
import { DomainName, Period } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { advance, type Customer, register, round } from "./DomainsPlatform.ts"
import { startedFor, workToStep } from "./workToStep.ts"

/**
 * Process that carries out an operation and kills itself at a step: `node crashingProcess.js FILE ORGANIZATION CONTACT
 * OPERATION NAME STEP`. It ends by SIGKILL, or with code 0 if the operation has fewer steps.
 */
const [filename = "", organization_id = "", contact_id = "", operation = "", name = "", step = "0"] = process.argv
  .slice(2)

const { act, actor } = startedFor()
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
  recovery: () => round,
  verification: () => advance(name),
  hold: () => advance(name)
} as const

await workToStep(filename, Number(step), operations[operation as keyof typeof operations]())

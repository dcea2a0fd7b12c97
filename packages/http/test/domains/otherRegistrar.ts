import { DomainStore } from "@namewright/core/domains"
import { DomainName } from "@namewright/core/shared"
import { TldCatalog } from "@namewright/core/tlds"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { ownedByRival, requestAway, round } from "../../../core/test/domains/DomainsPlatform.ts"
import { registrant } from "./dnssecCaller.ts"

const authCode = "Transfer-Code-1"

/** Registries refuse transfers within 60 days of the registration. */
const transferable = TestClock.adjust("61 days")

/** Customer with a request for a domain of another registrar; every call of `ask` repeats it. */
export const askingFor = Effect.fnUntraced(function*(text: string, auth_code = authCode) {
  const name = DomainName.make(text)
  const { spec: { backend } } = Option.getOrThrow((yield* TldCatalog).split(name))
  yield* ownedByRival(name, backend, authCode)
  yield* transferable
  const call = yield* registrant
  const ask = (headers: Record<string, string> = {}) =>
    call("POST", "/v1/domains/transfer", { name, renewal_mode: "renew", auth_code, contacts: call.contacts }, headers)
  const charges = Effect.map(
    call("GET", `/v1/organizations/${call.organization}/transactions?action=transfer`),
    ({ body }) => (body.items as ReadonlyArray<{ readonly status: string }>).map(({ status }) => status)
  )
  return Object.assign(call, { ask, charges })
})

/** Customer with a pending outbound transfer. */
export const requestedTransfer = Effect.fnUntraced(function*(text: string) {
  const call = yield* registrant
  const { domain_id } = yield* call.register(text)
  yield* transferable
  const domain = Option.getOrThrow(yield* DomainStore.use((store) => store.find(DomainName.make(text))))
  yield* requestAway(domain)
  yield* round
  return Object.assign(call, { domain_id: domain_id as string })
})

import { assert, layer } from "@effect/vitest"
import { newCommandId, RegistrySimulator } from "@namewright/core/registry"
import { DomainName, Period } from "@namewright/core/shared"
import { Effect, Redacted } from "effect"
import {
  chargesOf,
  customer,
  isOwned,
  ownedByRival,
  register,
  transferIn
} from "../../../core/test/domains/DomainsPlatform.ts"
import type { DomainCheck } from "../../src/message/DomainCommand.ts"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import type { RegistryProfile } from "../../src/profile/RegistryProfile.ts"
import { backend, driverOf, onTheWire, WireRegistry, wireSessions } from "./WirePlatform.ts"

const token = "Token-of-the-account-1"

const side = { allocationTokens: { accepted: [token, "Token-of-an-order"], required: true } }

const allocation_token: NonNullable<RegistryProfile["allocation_token"]> = {
  tokens: { wire: Redacted.make(token), plain: Redacted.make("Token-of-nobody") },
  required: ["create", "transfer"]
}

const name = DomainName.make

/** Claims are checked in a separate command, without a token. */
const isAvailabilityCheck = (command: EppCommand): command is DomainCheck =>
  command._tag === "DomainCheck" && command.extension?.launch === undefined

const order = Effect.fnUntraced(function*(domain: string, allocation_token: string | null = null) {
  return {
    command_id: yield* newCommandId,
    name: name(domain),
    period: Period.years(1),
    contacts: [],
    nameservers: [],
    auth_code: "Transfer-Code-1",
    dnssec: [],
    attributes: {},
    allocation_token,
    fee: null,
    claims_acceptance: null
  }
})

layer(onTheWire({ allocation_token }, side))("A registry that requires allocation tokens", (it) => {
  it.effect("gets the token of the suffix with checks, registrations and transfers", () =>
    Effect.gen(function*() {
      const { sent } = yield* WireRegistry
      const owner = yield* customer()
      yield* register(owner, "allocated.wire")
      assert.isTrue(yield* isOwned("allocated.wire"))
      const tokens = sent.flatMap(({ command }) =>
        isAvailabilityCheck(command) || command._tag === "DomainCreate"
          ? [`${command._tag} ${command.extension?.allocationToken}`]
          : []
      )
      assert.deepStrictEqual(tokens, [`DomainCheck ${token}`, `DomainCreate ${token}`])
    }))

  it.effect("checks names of suffixes with different tokens apart", () =>
    Effect.gen(function*() {
      const { sent } = yield* WireRegistry
      const registry = driverOf(yield* wireSessions(), { allocation_token })
      const from = sent.length
      const answers = yield* registry.checkDomains([name("apart.wire"), name("apart.plain")])
      assert.deepStrictEqual(answers.map(({ available, reason }) => [available, reason]), [
        [true, null],
        [false, "Allocation Token mismatch"]
      ])
      assert.lengthOf(sent.slice(from).filter(({ command }) => isAvailabilityCheck(command)), 2)
    }).pipe(Effect.scoped))

  it.effect("gets the token of the order instead of the suffix's", () =>
    Effect.gen(function*() {
      const registry = driverOf(yield* wireSessions(), { allocation_token })
      const wrong = yield* Effect.flip(registry.createDomain(yield* order("wrong.plain")))
      assert.deepInclude(wrong, { _tag: "RegistryRefusal", result_code: 2201 })
      assert.notInclude(wrong.text, "Token-of-nobody")
      const right = yield* Effect.flip(
        registry.createDomain(yield* order("own.plain", "Token-of-an-order"))
      )
      // The token is judged first; the order has no contacts.
      assert.include(right.text, "The registrant contact is missing")
    }).pipe(Effect.scoped))

  it.effect("gets no command without its token, which is refused before it is sent", () =>
    Effect.gen(function*() {
      const { sent } = yield* WireRegistry
      const registry = driverOf(yield* wireSessions(), { allocation_token: { ...allocation_token, tokens: {} } })
      yield* Effect.ignore(registry.infoDomain(name("missing.wire")))
      const from = sent.length
      const refused = yield* Effect.flip(registry.createDomain(yield* order("missing.wire")))
      assert.deepInclude(refused, { _tag: "RegistryRefusal", reason: "policy", result_code: null })
      assert.include(refused.text, "requires an allocation token to create missing.wire")
      const transfer = yield* Effect.flip(registry.requestTransfer({ ...(yield* order("missing.wire")), period: null }))
      assert.deepInclude(transfer, { _tag: "RegistryRefusal", reason: "policy", result_code: null })
      assert.lengthOf(sent, from)
    }).pipe(Effect.scoped))

  it.effect("refuses commands without a token by itself, where the profile does not say that it requires one", () =>
    Effect.gen(function*() {
      const registry = driverOf(yield* wireSessions())
      const refused = yield* Effect.flip(registry.createDomain(yield* order("unaware.wire")))
      assert.deepInclude(refused, { _tag: "RegistryRefusal", reason: "parameter", result_code: 2003 })
      assert.include(refused.text, "an allocation token is required")
    }).pipe(Effect.scoped))
})

layer(onTheWire({ allocation_token: { ...allocation_token, tokens: {} } }, side))("A missing token", (it) => {
  it.effect("costs a customer nothing", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      yield* Effect.flip(register(owner, "tokenless.wire"))
      assert.isFalse(yield* isOwned("tokenless.wire"))
      assert.deepStrictEqual((yield* chargesOf(owner)).filter((charge) => charge.includes("succeeded")), [])
    }))
})

layer(onTheWire({ allocation_token }, { allocationTokens: { ...side.allocationTokens, required: false } }))(
  "A registry that takes allocation tokens",
  (it) => {
    it.effect("gets the token with a transfer request", () =>
      Effect.gen(function*() {
        const { sent, simulator } = yield* WireRegistry
        const owner = yield* customer()
        yield* Effect.provideService(
          ownedByRival("coming.wire", backend, "Transfer-Code-1"),
          RegistrySimulator,
          simulator
        )
        yield* transferIn(owner, "coming.wire")
        const requests = sent.flatMap(({ command }) =>
          command._tag === "DomainTransfer" && command.operation === "request" ? [command] : []
        )
        assert.deepStrictEqual(requests.map(({ extension }) => extension?.allocationToken), [token])
      }))
  }
)

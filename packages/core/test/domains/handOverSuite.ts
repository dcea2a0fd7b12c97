import { assert, layer } from "@effect/vitest"
import { type Domain, HandOvers } from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { Effect, type Layer } from "effect"
import {
  asOneRequest,
  type Customer,
  customer,
  domainNow,
  eventsOf,
  everyRole,
  isOwned,
  openIntents,
  passDays,
  passManyDays,
  register
} from "./DomainsPlatform.ts"
import { transfersOf } from "./transferSuite.ts"

const requestCode = Effect.fnUntraced(function*(owner: Customer, { domain_id }: Domain, tlds?: ReadonlyArray<string>) {
  const handOvers = yield* HandOvers
  return yield* owner.act(handOvers.requestAuthCode(domain_id, tlds))
})

/** TLDs whose registry requires a number of the registrant. */
const needsNumber: ReadonlySet<string> = new Set(["se", "nu"])

const withNumber = (contact_id: string) => ({
  registrant: { contact_id, attributes: { REGISTRY_SE_ORG_NO: "[SE]556677-8899" } }
})

/** Gives a domain of .at back to its registry. */
export const withdraw = Effect.fnUntraced(function*(owner: Customer, { domain_id }: Domain) {
  const handOvers = yield* HandOvers
  return yield* owner.act(handOvers.withdraw(domain_id, { zone_delete: true }))
})

/** TLDs whose registries make the codes, and whether they show them to the registrar. */
const makers = [["eu", true], ["lt", true], ["se", true], ["nu", true], ["be", false], ["cz", false]] as const

export const handOverSuite = (name: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`Auth codes that registries make (${name})`, (it) => {
    for (const [tld, isShown] of makers) {
      it.effect(`replace the code of .${tld}`, () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, `code-wanted.${tld}`, {
            nameservers: ["ns1.example.net", "ns2.example.net"],
            contacts: { ...everyRole(owner.contact_id), ...(needsNumber.has(tld) ? withNumber(owner.contact_id) : {}) }
          })
          yield* passManyDays(61)
          const answer = yield* requestCode(owner, domain, [tld])
          assert.deepInclude(answer, { name: domain.name, success: true })
          const now = yield* domainNow(owner, domain)
          assert.strictEqual(now.auth_code, answer.auth_code)
          assert.deepStrictEqual(now.auth_code_expires_on, answer.auth_code_expires_on)
          if (isShown) {
            assert.isString(answer.auth_code)
            assert.notStrictEqual(answer.auth_code, domain.auth_code)
            const again = yield* requestCode(owner, domain)
            assert.notStrictEqual(again.auth_code, answer.auth_code)
          } else {
            assert.isNull(answer.auth_code)
            assert.match(answer.recipients.join(), /^\w\*{5}@\w\*{5}\.\*$/)
          }
          assert.include(yield* eventsOf(owner, domain.domain_id), "MODIFICATION/SUCCESS")
          assert.lengthOf(yield* openIntents(domain), 0)
        }))
    }

    it.effect("are refused for other TLDs, and where registrars set the codes", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "own-code.com")
        const wrong = yield* Effect.flip(requestCode(owner, domain, ["eu"]))
        assert.deepInclude(wrong, { code: "ERROR_DOMAIN_TRANSFER", reason: "This operation is for .eu" })
        assert.strictEqual((yield* Effect.flip(requestCode(owner, domain)))._tag, "TransferRefused")
      }))
  })

  layer(platform)(`Released domains (${name})`, (it) => {
    it.effect("leave the account once, with one event", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "withdrawn.at", { nameservers: ["ns1.example.net", "ns2.example.net"] })
        const attempt = yield* asOneRequest(withdraw(owner, domain))
        assert.deepStrictEqual(yield* attempt, { name: domain.name, success: true, detail: null })
        assert.isFalse(yield* isOwned("withdrawn.at"))
        assert.deepStrictEqual(yield* attempt, { name: domain.name, success: true, detail: null })
        assert.strictEqual((yield* Effect.flip(withdraw(owner, domain)))._tag, "DomainNotFound")
        yield* passDays(1)
        const events = yield* eventsOf(owner, domain.domain_id)
        assert.deepStrictEqual(events.filter((event) => event.startsWith("WITHDRAW")), ["WITHDRAW/SUCCESS"])
        assert.deepStrictEqual(yield* transfersOf(owner, domain), [])
      }))
  })
}

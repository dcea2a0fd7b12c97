import { assert, layer } from "@effect/vitest"
import { ActionQuotes } from "@namewright/core/approvals"
import {
  Availability,
  ClaimsAcceptances,
  ClaimsNoticeStore,
  DomainOrderQuotes,
  QuoteDomainRequest
} from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { Jobs, SubmitBatch } from "@namewright/core/jobs"
import { DomainName, Money } from "@namewright/core/shared"
import { Effect, type Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { keyOf, noticeOf, registerAccepted } from "./claimsRequests.ts"
import { chargesOf, type Customer, customer, everyRole, isOwned, register, round } from "./DomainsPlatform.ts"

const accept = (owner: Customer, name: string, hash: string | null) =>
  owner.act(ClaimsAcceptances.use((claims) => claims.accept(DomainName.make(name), keyOf(name), hash)))

const quote = (owner: Customer, order: unknown) =>
  owner.act(
    DomainOrderQuotes.use((quotes) =>
      quotes.quote(Schema.decodeUnknownSync(QuoteDomainRequest)({ command: "create", order }))
    )
  )

const orderOf = (owner: Customer, name: string, members: object = {}) => ({
  name,
  contacts: everyRole(owner.contact_id),
  period: { unit: "y", value: 1 },
  renewal_mode: "renew",
  ...members
})

const batchOf = (owner: Customer, instances: ReadonlyArray<object>) => ({
  commands: [{
    command: "domain_create_bulk",
    payload: { template: { contacts: everyRole(owner.contact_id), period: 1, renewal_mode: "renew" }, instances }
  }]
})

/** What an order sends, and its age in hours. */
const Attempt = Schema.Struct({
  by: Schema.Literals(["owner", "stranger"]),
  label: Schema.Literals(["same", "another"]),
  proof: Schema.Literals(["hash", "invented", "key", "none"]),
  age: Schema.Literals([0, 1, 24, 47, 48, 49, 100])
})

const expectedOf = ({ age, by, label, proof }: typeof Attempt.Type): string => {
  if (proof === "none") return "ClaimsNoticeHashMismatch"
  if (proof === "invented" || by === "stranger" || age >= 48) return "ClaimsNoticeNotFound"
  return label === "another" ? "ClaimsNoticeHashMismatch" : "accepted"
}

export const claimsSuite = (name: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`Trademark claims (${name})`, (it) => {
    it.effect("a name with a claim is registered with the hash of its notice, and charged once", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const [checked] = yield* owner.act(Availability.use(({ check }) => check(["claims-first.com"])))
        assert.deepStrictEqual([checked?.available, checked?.claims_key], [true, keyOf("claims-first.com")])
        const refused = yield* Effect.flip(register(owner, "claims-first.com"))
        assert.deepInclude(refused, { _tag: "ClaimsNoticeHashMismatch", claims_key: keyOf("claims-first.com") })
        assert.isFalse(yield* isOwned("claims-first.com"))
        assert.deepStrictEqual(yield* chargesOf(owner), [])
        const domain = yield* registerAccepted(owner, "claims-first.com")
        assert.notStrictEqual(domain.roid, "")
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
      }))

    it.effect("a key is an acceptance for the organization that fetched its notice", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const stranger = yield* customer()
        const claims_notice_acceptance_hash = keyOf("claims-key.com")
        const members = { claims_notice_acceptance_hash }
        assert.strictEqual(
          (yield* Effect.flip(register(owner, "claims-key.com", members)))._tag,
          "ClaimsNoticeNotFound"
        )
        yield* noticeOf(owner, "claims-key.com")
        assert.strictEqual(
          (yield* Effect.flip(register(stranger, "claims-key.com", members)))._tag,
          "ClaimsNoticeNotFound"
        )
        yield* register(owner, "claims-key.com", members)
      }))

    it.effect("a notice is for a label in every TLD, and each of its hashes holds", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const first = yield* noticeOf(owner, "claims-label.com")
        const repeated = yield* noticeOf(owner, "claims-label.com")
        assert.strictEqual(first.claims_notice_acceptance_hash, repeated.claims_notice_acceptance_hash)
        const other = yield* noticeOf(yield* customer(0), "claims-label.com")
        assert.notStrictEqual(first.claims_notice_acceptance_hash, other.claims_notice_acceptance_hash)
        yield* TestClock.adjust("1 second")
        const second = yield* noticeOf(owner, "claims-label.com")
        assert.notStrictEqual(first.claims_notice_acceptance_hash, second.claims_notice_acceptance_hash)
        assert.strictEqual(first.label, "claims-label")
        const { claims_notice_acceptance_hash } = first
        yield* register(owner, "claims-label.com", { claims_notice_acceptance_hash })
        yield* register(owner, "claims-label.net", { claims_notice_acceptance_hash })
        assert.deepInclude(
          yield* Effect.flip(register(owner, "claims-other.com", { claims_notice_acceptance_hash })),
          { _tag: "ClaimsNoticeHashMismatch", domain_name: "claims-other.com" }
        )
      }))

    it.effect("a name without a claim is registered, whatever hash is sent", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        yield* register(owner, "unclaimed.com", { claims_notice_acceptance_hash: "unknown" })
      }))

    it.effect.prop(
      "an acceptance holds for its organization, its label and 48 hours",
      [Attempt],
      ([attempt]) =>
        Effect.gen(function*() {
          const owner = yield* customer(0)
          const by = attempt.by === "owner" ? owner : yield* customer(0)
          const { claims_notice_acceptance_hash } = yield* noticeOf(owner, "claims-any.com")
          yield* TestClock.adjust(`${attempt.age} hours`)
          const hash = {
            hash: claims_notice_acceptance_hash,
            invented: "x".repeat(43),
            key: keyOf("claims-any.com"),
            none: null
          }[attempt.proof]
          const result = yield* Effect.result(
            accept(by, attempt.label === "same" ? "claims-any.net" : "claims-another.com", hash)
          )
          assert.strictEqual(result._tag === "Success" ? "accepted" : result.failure._tag, expectedOf(attempt))
        })
    )

    it.effect("expired notices are removed", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const store = yield* ClaimsNoticeStore
        const { claims_notice_acceptance_hash: hash } = yield* noticeOf(owner, "claims-old.com")
        const isStored = Effect.map(store.findByHash(owner.organization_id, hash), Option.isSome)
        yield* TestClock.adjust("47 hours")
        yield* round
        assert.isTrue(yield* isStored)
        yield* TestClock.adjust("1 hours")
        yield* round
        assert.isFalse(yield* isStored)
      }))

    it.effect("a quote names the missing acceptance, and its order is placed with both", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const order = orderOf(owner, "claims-quoted.com")
        const refused = yield* quote(owner, order)
        assert.deepStrictEqual([refused.refused, refused.problems[0]?.["code"]], [
          true,
          "ERROR_CLAIMS_NOTICE_HASH_MISMATCH"
        ])
        const { claims_notice_acceptance_hash } = yield* noticeOf(owner, "claims-quoted.com")
        const { price, quote_id, refused: isRefused } = yield* quote(owner, { ...order, claims_notice_acceptance_hash })
        assert.deepStrictEqual([isRefused, price], [false, "9.50"])
        assert.strictEqual(
          (yield* Effect.flip(register(owner, "claims-quoted.com", { quote_id })))._tag,
          "QuoteMismatch"
        )
        yield* register(owner, "claims-quoted.com", { quote_id, claims_notice_acceptance_hash })
      }))

    it.effect("bulk instances have their own hashes, and one without is neither charged nor registered", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const jobs = yield* Jobs
        const quotes = yield* ActionQuotes
        const { claims_notice_acceptance_hash } = yield* noticeOf(owner, "claims-bulk.com")
        const body = batchOf(owner, [
          { name: "claims-bulk.com", claims_notice_acceptance_hash },
          { name: "claims-bare.com" },
          { name: "bulk-free.com", claims_notice_acceptance_hash }
        ])
        const planned = yield* owner.act(
          quotes.quote({ operation_id: "submitBatch", path_params: {}, query: {}, body })
        )
        assert.deepStrictEqual(
          Option.match(planned, { onNone: () => "", onSome: ({ amount }) => Money.toDecimal(amount) }),
          "19.00"
        )
        const { batch_id } = yield* owner.act(jobs.submit(Schema.decodeUnknownSync(SubmitBatch)(body)))
        yield* round
        const { items } = yield* owner.act(
          jobs.listJobs(batch_id, {}, { by: "created_on", order: "asc" }, { page: 1, page_size: 10 })
        )
        const results = items.map(({ domain_name, error_class, status }) => [domain_name, status, error_class ?? null])
        assert.sameDeepMembers(results, [
          ["claims-bulk.com", "succeeded", null],
          ["claims-bare.com", "failed", "ClaimsError"],
          ["bulk-free.com", "succeeded", null]
        ])
        assert.lengthOf(yield* chargesOf(owner), 2)
      }))
  })
}

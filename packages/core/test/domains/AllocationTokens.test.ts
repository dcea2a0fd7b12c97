import { assert, layer } from "@effect/vitest"
import { ActionQuotes } from "@namewright/core/approvals"
import { Availability } from "@namewright/core/domains"
import { Jobs, SubmitBatch } from "@namewright/core/jobs"
import { simulatedAllocationToken } from "@namewright/core/registry"
import { Money } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import {
  chargesOf,
  type Customer,
  customer,
  domainNow,
  everyRole,
  isOwned,
  onSqlite,
  ownedByRival,
  register,
  round,
  transferIn
} from "./DomainsPlatform.ts"

const withToken = { allocation_token: simulatedAllocationToken }
const withWrong = { allocation_token: "Another-Allocation-Token" }

const isAvailable = (owner: Customer, name: string, token?: string) =>
  Effect.map(
    owner.act(Availability.use((availability) => availability.check([name, "plain-token.com"], token))),
    (entries) => entries.map(({ available }) => available)
  )

layer(onSqlite)("Allocation tokens", (it) => {
  it.effect("permit a registration, and are no attribute of the domain", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const name = "allocation-first.com"
      assert.deepStrictEqual(yield* isAvailable(owner, name), [false, true])
      assert.deepStrictEqual(yield* isAvailable(owner, name, withWrong.allocation_token), [false, true])
      assert.deepStrictEqual(yield* isAvailable(owner, name, simulatedAllocationToken), [true, true])
      for (const members of [{}, withWrong]) {
        assert.deepInclude(yield* Effect.flip(register(owner, name, members)), { _tag: "DomainUnavailable" })
      }
      assert.deepStrictEqual(yield* chargesOf(owner), [])
      const domain = yield* register(owner, name, withToken)
      assert.isFalse(JSON.stringify(yield* domainNow(owner, domain)).includes(simulatedAllocationToken))
      assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
    }))

  it.effect("permit an inbound transfer", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const name = "allocation-moved.slow"
      yield* ownedByRival(name, "slow-registry", "Transfer-Code-1")
      for (const members of [{}, withWrong]) {
        yield* Effect.flip(transferIn(owner, name, members))
        assert.isFalse(yield* isOwned(name))
      }
      const domain = yield* transferIn(owner, name, withToken)
      assert.include([...domain.registry_statuses], "pendingTransfer")
    }))

  it.effect("are checked per instance in the price of a batch, and masked in its jobs", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const jobs = yield* Jobs
      const quotes = yield* ActionQuotes
      const body = {
        commands: [{
          command: "domain_create_bulk",
          payload: {
            template: { contacts: everyRole(owner.contact_id), period: 1, renewal_mode: "renew", ...withToken },
            instances: [
              { name: "allocation-a.com" },
              { name: "allocation-b.com", ...withWrong },
              { name: "unallocated.com" }
            ]
          }
        }]
      }
      const quoted = yield* owner.act(quotes.quote({ operation_id: "submitBatch", path_params: {}, query: {}, body }))
      assert.strictEqual(
        Option.match(quoted, { onNone: () => "", onSome: ({ amount }) => Money.toDecimal(amount) }),
        "19.00"
      )
      const { batch_id } = yield* owner.act(jobs.submit(Schema.decodeUnknownSync(SubmitBatch)(body)))
      yield* round
      const { items } = yield* owner.act(
        jobs.listJobs(batch_id, {}, { by: "created_on", order: "asc" }, { page: 1, page_size: 10 })
      )
      assert.sameDeepMembers(items.map(({ domain_name, status }) => [domain_name, status]), [
        ["allocation-a.com", "succeeded"],
        ["allocation-b.com", "failed"],
        ["unallocated.com", "succeeded"]
      ])
      assert.notInclude(JSON.stringify(items), simulatedAllocationToken)
    }))
})

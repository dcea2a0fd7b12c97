import { assert, layer } from "@effect/vitest"
import { isPlanned } from "@namewright/core/jobs"
import { Effect } from "effect"
import { decoded, expandedFrom } from "../jobs/CommandBench.ts"
import { anotherContact, customer, everyRole, onSqlite, register } from "./DomainsPlatform.ts"

const year = { unit: "y", value: 1 }
const stranger = "contact_01h2xcejqtf2nbrexx3vqjhp41"

/** Problem of every fiftieth command. */
const broken = [
  { name: "-bad-.com" },
  { name: "name.unsold" },
  { contacts: { registrant: stranger } },
  { name: "www.example.com" }
]

/** Tests with a multiple of 200 commands in one batch. */
export const manyCommandsSuite = (total: number) => {
  layer(onSqlite)(`${total} commands at once`, (it) => {
    it.effect(
      "to register names, one in fifty of them invalid, expand to jobs and problems",
      () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const contacts = yield* Effect.forEach(Array.from({ length: 50 }), () => anotherContact(owner))
          const commands = yield* decoded(
            "domain_create",
            Array.from({ length: total }, (_, index) => ({
              name: `name-${index}.com`,
              contacts: everyRole(contacts[index % contacts.length] ?? owner.contact_id),
              period: year,
              renewal_mode: "renew",
              nameservers: ["ns1.example.net", "ns2.example.net"],
              ...(index % 50 === 0 ? broken[(index / 50) % broken.length] : {})
            }), 30_000)
          )
          const plans = yield* owner.act(expandedFrom("domain_create", commands))
          const parts = plans.flat()
          assert.strictEqual(plans.length, total)
          assert.strictEqual(parts.filter(isPlanned).length, total - total / 50)
          const codes = parts.flatMap((part) => isPlanned(part) ? [] : [part.code])
          assert.deepStrictEqual(
            Object.fromEntries(
              [...new Set(codes)].map((code) => [code, codes.filter((other) => other === code).length])
            ),
            {
              INVALID_DOMAIN_NAME: total / 200,
              ERROR_TLD_NOT_AVAILABLE: total / 100,
              ERROR_CONTACT_NOT_FOUND: total / 200
            }
          )
        }),
      60_000
    )

    it.effect("to update 50 instances each know which of their domains exist", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        yield* register(owner, "owned.com")
        const commands = yield* decoded(
          "domain_update_bulk",
          Array.from({ length: total / 50 }, (_, command) => ({
            template: { renewal_mode: "expire", contacts: { admin: owner.contact_id } },
            instances: Array.from({ length: 50 }, (_one, index) => ({
              name: index === 0 ? "owned.com" : `absent-${command}-${index}.com`
            }), 30_000)
          }), 30_000)
        )
        const plans = yield* owner.act(expandedFrom("domain_update_bulk", commands))
        const parts = plans.flat()
        assert.strictEqual(parts.length, total)
        assert.strictEqual(parts.filter(isPlanned).length, total / 50)
      }), 30_000)
  })
}

import { assert, layer } from "@effect/vitest"
import * as Postgres from "@namewright/adapters-pg"
import {
  type IpRestriction,
  IpRestrictions,
  IpRestrictionStore,
  networkHolding,
  systemActor
} from "@namewright/core/access"
import { type Actor, CurrentActor } from "@namewright/core/shared"
import { Effect, Layer, Option, Redacted } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

const platform = Layer.unwrap(
  Effect.map(
    reusedDatabase,
    (url) => TestPlatform.layerWith({}, { storage: Postgres.layer({ url: Redacted.make(url) }) })
  )
)

const client_address = "192.0.2.7"
const rounds = 20
const concurrently = { concurrency: "unbounded" } as const

type Service = IpRestrictions["Service"]
type Change = Effect.Effect<unknown, { readonly _tag: string }, CurrentActor>

/** Changes of an organization that has these networks, made at once from one address. */
const race = Effect.fnUntraced(function*(
  networks: ReadonlyArray<string>,
  changesOf: (restrictions: Service, made: ReadonlyArray<IpRestriction>) => ReadonlyArray<Change>
) {
  const { organization } = yield* TestPlatform
  const restrictions = yield* IpRestrictions
  const store = yield* IpRestrictionStore
  const actor: Actor = { ...systemActor(yield* organization()), client_address }
  const as = Effect.provideService(CurrentActor, actor)
  const made = yield* Effect.forEach(networks, (ip_network) => as(restrictions.create({ ip_network })))
  const outcomes = yield* Effect.forEach(
    changesOf(restrictions, made),
    (change) => as(Effect.match(change, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })),
    concurrently
  )
  const left = yield* store.list(actor.organization_id)
  assert.isTrue(
    left.length === 0 || Option.isSome(networkHolding(left, client_address)),
    `${outcomes.join(", ")} excluded the caller by ${left.map(({ ip_network }) => ip_network).join(", ")}`
  )
  return outcomes.toSorted()
})

const idOf = (made: ReadonlyArray<IpRestriction>, index: number) => made[index]?.ip_restriction_id ?? 0

layer(platform, { timeout: 60_000 })("IP restrictions on PostgreSQL, many changes at once", (it) => {
  it.effect("never exclude together the caller whom each of them would admit", () =>
    Effect.gen(function*() {
      const both = ["192.0.2.0/24", "192.0.2.0/25", "198.51.100.0/24"]
      for (let round = 0; round < rounds; round++) {
        const removed = yield* race(both, ({ remove }, made) => [remove(idOf(made, 0)), remove(idOf(made, 1))])
        assert.deepStrictEqual(removed, ["IpRestrictionLockout", "done"])
        const moved = yield* race(both, ({ remove, update }, made) => [
          update(idOf(made, 0), { ip_network: "203.0.113.0/24" }),
          remove(idOf(made, 1))
        ])
        assert.deepStrictEqual(moved, ["IpRestrictionLockout", "done"])
        // The last network is removed while another is added that only it allows.
        yield* race(["192.0.2.0/24"], ({ create, remove }, made) => [
          remove(idOf(made, 0)),
          create({ ip_network: "198.51.100.0/24" })
        ])
      }
    }))

  it.effect("accept a network once", () =>
    Effect.gen(function*() {
      const outcomes = yield* race(["192.0.2.0/24"], ({ create }) =>
        Array.from({ length: 5 }, () => create({ ip_network: "198.51.100.0/24" })))
      assert.deepStrictEqual(outcomes, [
        ...Array.from({ length: 4 }, () =>
          "IpRestrictionExists"),
        "done"
      ])
    }))
})

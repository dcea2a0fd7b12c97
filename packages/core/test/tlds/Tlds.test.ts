import { assert, it } from "@effect/vitest"
import { administrator } from "@namewright/conformance"
import { CurrentActor, newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { TldCatalog, TldOffer, Tlds, tldSpec } from "@namewright/core/tlds"
import { Effect, Layer } from "effect"

const names = ["alpha", "beta", "gamma"] as const
const [alpha, beta, gamma] = names.map((name) =>
  tldSpec({ name: [name, `co.${name}`], type: "gTLD", backend: name, roles: "R" })
)
assert(alpha !== undefined && beta !== undefined && gamma !== undefined)

/** Offers `beta` to no organization, and `gamma` to all except the first. */
const offer = (first: OrganizationId) =>
  Layer.succeed(
    TldOffer,
    (organization, spec) => Effect.succeed(spec.enabled && !(spec.backend === "gamma" && organization === first))
  )

const as = (organization: OrganizationId) => Effect.provideService(CurrentActor, administrator(organization))

const selling = <A, E>(test: (tlds: Tlds["Service"], first: OrganizationId) => Effect.Effect<A, E>) =>
  Effect.gen(function*() {
    const first = yield* newOrganizationId
    const catalog = TldCatalog.layerOf([alpha, { ...beta, enabled: false }, gamma], [])
    const layer = Tlds.layer.pipe(Layer.provide(catalog), Layer.provide(offer(first)))
    return yield* Effect.flatMap(Tlds, (tlds) => test(tlds, first)).pipe(Effect.provide(layer))
  })

it.effect("shows each organization the TLDs that it can use", () =>
  selling(Effect.fnUntraced(function*(tlds, first) {
    const other = yield* newOrganizationId
    const enabled = (organization: OrganizationId) =>
      Effect.map(as(organization)(tlds.list()), (specs) => specs.map((spec) => [spec.backend, spec.enabled]))
    assert.deepStrictEqual(yield* enabled(first), [["alpha", true], ["beta", false], ["gamma", false]])
    assert.deepStrictEqual(yield* enabled(other), [["alpha", true], ["beta", false], ["gamma", true]])
    assert.isFalse((yield* as(first)(tlds.get("gamma"))).enabled)
    assert.deepStrictEqual((yield* as(first)(tlds.portfolio)).map(({ tld }) => tld), ["alpha", "co.alpha"])
    assert.deepStrictEqual((yield* as(other)(tlds.portfolio)).map(({ tld }) => tld), [
      "alpha",
      "co.alpha",
      "co.gamma",
      "gamma"
    ])
  })))

it.effect("finds a specification by any of its suffixes", () =>
  selling(Effect.fnUntraced(function*(tlds, first) {
    assert.deepStrictEqual(
      (yield* as(first)(tlds.list([".CO.ALPHA", "nothing"]))).map(({ backend }) => backend),
      ["alpha"]
    )
    assert.strictEqual((yield* as(first)(tlds.get(".Co.Beta"))).backend, "beta")
    const missing = yield* Effect.flip(as(first)(tlds.get(".Nothing")))
    assert.deepStrictEqual([missing._tag, missing.message], ["TldNotFound", "No such specification of .nothing"])
  })))

it.effect("needs the right to read the organization", () =>
  selling(Effect.fnUntraced(function*(tlds, first) {
    const actor = { ...administrator(first), permissions: new Set(["domains:manage"] as const) }
    for (const call of [Effect.asVoid(tlds.list()), Effect.asVoid(tlds.get("alpha")), Effect.asVoid(tlds.portfolio)]) {
      const refused = yield* Effect.flip(Effect.provideService(call, CurrentActor, actor))
      assert.strictEqual(refused._tag, "PermissionDenied")
    }
  })))

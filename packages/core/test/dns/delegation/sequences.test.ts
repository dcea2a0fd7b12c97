import { assert, layer } from "@effect/vitest"
import { ZonePublications } from "@namewright/core/dns"
import { layerPlatform } from "@namewright/core/embed"
import { Effect, Layer } from "effect"
import { memoryDatabase } from "../../../../../test/memoryDatabase.ts"
import { testSize } from "../../../../../test/testSize.ts"
import { testTlds } from "../../domains/testTlds.ts"
import { pass, stateOf, tagsOf } from "../dnssec/SigningPlatform.ts"
import { Draw } from "../Draw.ts"
import { nameOf } from "../ExampleZone.ts"
import { family } from "./Family.ts"
import { makeServedHistory } from "./ServedHistory.ts"

const history = makeServedHistory()

const platform = Layer.effectDiscard(Effect.flatMap(ZonePublications, ({ drain }) => drain)).pipe(
  Layer.provideMerge(
    layerPlatform({
      storage: memoryDatabase(),
      tlds: testTlds,
      nameservers: history.nameservers
    })
  ),
  Layer.orDie
)

const stepsOfSequence = 25
const sequences = testSize(4, 12)

const actions = ["make", "make", "remove", "sign", "sign", "unsign", "roll", "hold", "release", "pass", "pass"] as const
const shortTimes = ["10 seconds", "2 minutes", "6 minutes", "70 minutes"] as const
const times = [...shortTimes, "25 hours"] as const

/** The zones of one test: one above another, three levels deep, and beside each other. */
const sequence = Effect.fnUntraced(function*(seed: number) {
  const draw = new Draw(seed)
  const { drain } = yield* ZonePublications
  const { dsTags, get, make, remove, roll, sign, top, unsign } = yield* family()
  const names = [top, `b.${top}`, `a.b.${top}`, `c.${top}`, `x.y.b.${top}`] as const
  const ids = new Map<string, Effect.Success<ReturnType<typeof make>>["dns_zone_id"]>()
  const done: Array<string> = []

  const act = Effect.fnUntraced(function*(action: (typeof actions)[number]) {
    const name = draw.pick(names)
    const isThere = ids.has(name)
    done.push(`${action} ${name}`)
    switch (action) {
      case "make":
        if (!isThere) ids.set(name, (yield* make(name)).dns_zone_id)
        return
      case "remove":
        if (!isThere) return
        yield* remove(name)
        ids.delete(name)
        return yield* history.forget(nameOf(`${name}.`))
      case "sign": {
        const dns_zone_id = ids.get(name)
        if (dns_zone_id === undefined) return
        // A nameserver that was away may have served the keys of an earlier time until now.
        if (((yield* stateOf({ dns_zone_id })) ?? "unsigned") === "unsigned") yield* history.forget(nameOf(`${name}.`))
        return yield* Effect.asVoid(sign(name))
      }
      case "unsign":
        return isThere ? yield* Effect.asVoid(unsign(name)) : undefined
      case "roll":
        return isThere ? yield* Effect.asVoid(Effect.exit(roll(name))) : undefined
      case "hold":
        history.heldUp.add(draw.pick(["one", "two"]))
        return
      case "release":
        history.heldUp.clear()
        // Failed work is retried within a minute.
        return yield* pass("2 minutes")
      case "pass":
        // Nameservers that are away for a day are not waited for.
        return yield* pass(draw.pick(history.heldUp.size === 0 ? times : shortTimes))
    }
  })

  const check = Effect.gen(function*() {
    yield* drain
    assert.deepStrictEqual(yield* history.bogus, [], `seed ${seed}: ${done.join("; ")}`)
    if (history.heldUp.size > 0) return
    assert.deepStrictEqual(yield* history.undelegated, [], `seed ${seed}: ${done.join("; ")}`)
  })

  // Half of them begin with everything signed.
  if (seed % 2 === 0) {
    for (const name of names) {
      ids.set(name, (yield* make(name)).dns_zone_id)
      yield* sign(name)
    }
  }
  for (let step = 0; step < stepsOfSequence; step++) {
    yield* act(draw.pick(actions))
    yield* check
  }
  history.heldUp.clear()
  for (let day = 0; day < 4; day++) {
    for (const time of ["2 minutes", "2 minutes", "25 hours"] as const) {
      yield* pass(time)
      yield* check
    }
  }
  for (const [name, dns_zone_id] of ids) {
    const parent = names.filter((one) => one !== name && name.endsWith(`.${one}`) && ids.has(one))
      .toSorted((left, right) => right.length - left.length)[0]
    if (parent === undefined) continue
    const isSigned = (yield* stateOf({ dns_zone_id: ids.get(parent) ?? dns_zone_id })) !== "unsigned" &&
      (yield* tagsOf({ dns_zone_id: ids.get(parent) ?? dns_zone_id })).length > 0
    const wanted = isSigned ? yield* tagsOf({ dns_zone_id }) : []
    const shown = yield* get(name)
    assert.deepStrictEqual(
      [[...yield* dsTags(parent, name)].toSorted(), shown.dnssec_registry_publish],
      [
        [...wanted].toSorted(),
        shown.dnssec_status === "disabled" ? null : isSigned ? "published" : "skipped"
      ],
      `seed ${seed}: ${name} in ${parent}: ${done.join("; ")}`
    )
  }
})

layer(platform)("In any order of making, deleting, signing and rolling zones above and below each other", (it) => {
  it.effect(
    "no resolver can find one bogus, and finally every DS is in the right zone",
    () => Effect.forEach(Array.from({ length: sequences }, (_, index) => index), sequence, { discard: true }),
    120_000
  )
})

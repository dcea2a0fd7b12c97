import { Nameservers, type PublishedZones } from "@namewright/core/dns"
import { Context, Effect, Layer } from "effect"

/** Publishes to the nameservers of several drivers. Fails if two nameservers have the same name. */
export const nameservers = (
  ...drivers: ReadonlyArray<Layer.Layer<Nameservers, unknown, PublishedZones>>
): Layer.Layer<Nameservers, unknown, PublishedZones> =>
  Layer.effect(
    Nameservers,
    Effect.gen(function*() {
      const built = yield* Effect.forEach(drivers, (driver) => Layer.build(driver))
      const all = built.flatMap((context) => Context.get(context, Nameservers).all)
      const names = all.map(({ name }) => name)
      const repeated = names.find((name, index) => names.indexOf(name) !== index)
      if (repeated !== undefined) {
        return yield* Effect.fail(new Error(`Two nameservers have the name "${repeated}"`))
      }
      return { all }
    })
  )

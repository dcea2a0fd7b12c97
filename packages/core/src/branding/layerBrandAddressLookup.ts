import { Effect, Layer, Option } from "effect"
import { type OrganizationId, PlatformSettings } from "../shared/index.ts"
import { brandAddress } from "./brandAddress.ts"
import { BrandAddressLookup } from "./BrandAddressLookup.ts"
import { usedPair, WhitelabelStore } from "./configuration/index.ts"

/** Addresses of brands are those of the hosts of their configurations, while they are served. */
export const layerBrandAddressLookup = Layer.effect(
  BrandAddressLookup,
  Effect.gen(function*() {
    const store = yield* WhitelabelStore
    const settings = yield* PlatformSettings

    return Effect.fn("BrandAddressLookup")(function*(organization: OrganizationId) {
      const config = yield* store.find(organization)
      if (Option.isNone(config)) return null
      const hosts = yield* store.hosts(config.value.whitelabel_branding_id)
      // The hosts of an own domain may not be served yet, or a label may have been changed.
      const pair = usedPair(config.value, hosts.filter(({ state }) => state === "serving"))
      return pair === undefined
        ? null
        : { app: brandAddress(pair.app, settings), auth: brandAddress(pair.auth, settings) }
    })
  })
)

import { assert } from "@effect/vitest"
import { asSystem } from "@namewright/core/access"
import { Zones } from "@namewright/core/dns"
import type { Permission } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { storedDomain } from "../domains/storedDomain.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { payingCaller, work } from "../vanity/newVanitySet.ts"

export const whitelabel = "/v1/whitelabel-branding"

/** Zone of the platform for hosts of brands. */
export const baseZone = "brands-of-example.com"

/** A platform that sells white-label configurations, once its zone exists. */
export const whitelabelPlatform = TestPlatform.layerWith({}, {
  signInPages: "https://names.example/realms/sandbox",
  whitelabel: { zone: baseZone, addresses: { ipv4: ["192.0.2.80"], ipv6: [] } }
})

const platformsWithZone = new WeakSet<object>()

/** Creates the zone of the platform, whose domain the operator holds. */
export const ensureBaseZone = Effect.gen(function*() {
  const platform = yield* TestPlatform
  if (platformsWithZone.has(platform)) return
  platformsWithZone.add(platform)
  const { organization } = platform
  const operator = yield* organization()
  yield* storedDomain(operator, baseZone)
  const zones = yield* Zones
  yield* asSystem(operator, zones.create({ name: baseZone }))
})

/** Everything that jobs do about new configurations: certificates are looked at again after some seconds. */
export const settled = Effect.andThen(Effect.andThen(work, TestClock.adjust("1 minute")), work)

let labels = 0
export const newLabel = () => `label${++labels + 1}x`

/** A caller of an organization with money, of a platform that has its zone. */
export const whitelabelCaller = Effect.fnUntraced(
  function*(options: { readonly credit?: number; readonly rights?: ReadonlyArray<Permission> } = {}) {
    yield* ensureBaseZone
    return yield* payingCaller(options)
  }
)

export const baseBody = (members: object = {}) => ({
  tier: "base",
  label: newLabel(),
  period: { unit: "m", value: 1 },
  ...members
})

/** A configuration of the caller, whose onboarding is still to come. */
export const newWhitelabel = Effect.fnUntraced(
  function*(call: Effect.Success<ReturnType<typeof whitelabelCaller>>, members: object = {}) {
    const { body, status } = yield* call("POST", whitelabel, baseBody(members))
    assert.strictEqual(status, 202, JSON.stringify(body))
    return (yield* call("GET", whitelabel)).body
  }
)

import { layer as sqlite } from "@namewright/adapters-sqlite"
import { contractBackends, contractTlds, RegistryUnderTest } from "@namewright/conformance"
import { RegistrySessionSlots, RegistrySimulator } from "@namewright/core/registry"
import { type DomainName, Instant } from "@namewright/core/shared"
import { TldCatalog } from "@namewright/core/tlds"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { claimsNoticeChecksum } from "../src/message/claimsNotice.ts"
import { EppUri } from "../src/message/EppUri.ts"
import { namewright } from "../src/profile/namewright.ts"
import type { RegistryProfile } from "../src/profile/RegistryProfile.ts"
import { overTls } from "./overTls.ts"

const ours = (backend: string, zones: ReadonlyArray<string>, profile: RegistryProfile) =>
  overTls({ backend, zones, profile, clientId: "our-account" })

/** A notice of the Trademark Clearinghouse for the name, accepted now. */
const acceptance = Effect.fnUntraced(function*(name: DomainName) {
  const now = yield* Instant.now
  const notAfter = DateTime.add(now, { days: 7 })
  const number = "0009223372036854775"
  const label = name.slice(0, name.indexOf("."))
  return JSON.stringify({
    notice_id: `${claimsNoticeChecksum(label, DateTime.toEpochMillis(notAfter), number)}${number}`,
    not_after: Instant.format(notAfter),
    accepted_on: Instant.format(now)
  })
})

/** What the registry suite asks of a driver: our accounts by EPP, the rival's at the simulator itself. */
export const driverUnderTest = Layer.effect(
  RegistryUnderTest,
  Effect.gen(function*() {
    const { registry } = yield* RegistrySimulator
    const { country, generic } = contractBackends
    return RegistryUnderTest.of({
      ours: {
        generic: yield* ours(generic, ["generic", "locked"], namewright),
        country: yield* ours(country, ["country", "released"], {
          ...namewright,
          objects: namewright.objects.filter((uri) => uri !== EppUri.host),
          hosts: "attributes",
          claims: false
        })
      },
      theirs: { generic: registry(generic, "rival"), country: registry(country, "rival") },
      advance: TestClock.adjust,
      acceptance
    })
  })
).pipe(
  Layer.provide(RegistrySimulator.layerWith({ unknown_names: "missing" })),
  Layer.provide(TldCatalog.layerOf(contractTlds, [])),
  Layer.provide(RegistrySessionSlots.layerLocal),
  Layer.provide(sqlite({ filename: ":memory:" }))
)

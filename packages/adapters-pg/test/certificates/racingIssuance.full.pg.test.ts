import { assert, describe, it } from "@effect/vitest"
import { postgres } from "@namewright/adapters-pg"
import { Certificates, IssuedCertificates } from "@namewright/core/certificates"
import { createPlatform, type Platform } from "@namewright/core/embed"
import { Hostname } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { freshDatabase } from "../../../../test/PostgresDatabase.ts"
import { authorities, scriptedAuthority } from "../../../core/test/certificates/ScriptedAuthority.ts"

const host = Hostname.make("a.example")

const ensure = ({ runtime }: Platform) =>
  runtime.runPromise(Effect.flatMap(Certificates, (certificates) => certificates.ensure([host], null, "tests")))

const served = ({ runtime }: Platform) =>
  runtime.runPromise(
    Effect.map(Effect.flatMap(IssuedCertificates, (issued) => issued.find(host)), Option.getOrUndefined)
  )

const race = async (url: string) => {
  const one = scriptedAuthority("one")
  const platformOn = () => createPlatform({ storage: postgres({ url }), certificateAuthorities: authorities(one) })
  const platforms = [platformOn(), platformOn(), platformOn(), platformOn()]
  try {
    await Promise.all(platforms.map((platform) => platform.ready()))
    const ensured = await Promise.all([...platforms, ...platforms].map(ensure))
    assert.strictEqual(new Set(ensured.map(({ certificate_id }) => certificate_id)).size, 1)
    await Promise.all(platforms.map((platform) => platform.tick({ budgetMillis: 20_000 })))
    assert.lengthOf(one.calls.filter((call) => call.startsWith("order")), 1)
    assert.lengthOf(one.calls.filter((call) => call === "download"), 1)
    const found = await Promise.all(platforms.map(served))
    assert.strictEqual(new Set(found.map((certificate) => certificate?.chain)).size, 1)
    assert.isDefined(found[0])
  } finally {
    await Promise.all(platforms.map((platform) => platform.dispose()))
  }
}

describe("Four processes that need a certificate for one host", () => {
  it.effect("place one order and serve one certificate", () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      yield* Effect.promise(() => race(url))
    }), 120_000)
})

import { assert, it } from "@effect/vitest"
import {
  type CaaProperty,
  CertificateAuthorities,
  Certificates,
  CertificateStore,
  IssuedCertificates,
  PublicRecords,
  RecordsUnknown
} from "@namewright/core/certificates"
import { Hostname } from "@namewright/core/shared"
import { type TestPlatform, testPlatform } from "@namewright/testing"
import { Effect, Layer, Option } from "effect"
import { afterAll, afterEach, beforeAll, describe } from "vitest"
import { scriptedAuthority } from "./ScriptedAuthority.ts"

const host = Hostname.make("app.checked.example")

describe("Before an order", () => {
  const addresses = new Map<string, ReadonlyArray<string>>()
  const caa = new Map<string, ReadonlyArray<CaaProperty>>()
  const silent = new Set<string>()
  const asked: Array<string> = []
  const answered = <A>(name: string, found: Map<string, ReadonlyArray<A>>) =>
    Effect.suspend(() => {
      if (silent.has(name)) return Effect.fail(new RecordsUnknown({ message: `${name}: no answer` }))
      return Effect.succeed(found.get(name) ?? [])
    })
  const records = Layer.succeed(PublicRecords, {
    own_addresses: ["192.0.2.1", "2001:db8:0::1"],
    addresses: (name) => answered(name, addresses),
    caa: (name) => {
      asked.push(name)
      return answered(name, caa)
    }
  })
  const [one, two] = [scriptedAuthority("one"), scriptedAuthority("two")]
  const all = [
    { ...one.authority, caaIdentities: Effect.succeed(["one.example"]) },
    { ...two.authority, caaIdentities: Effect.succeed(["two.example"]) }
  ]
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await testPlatform({
      publicRecords: records,
      certificateAuthorities: Layer.succeed(CertificateAuthorities, { all })
    })
  })
  afterEach(async () => {
    await platform.runtime.runPromise(Certificates.use((certificates) => certificates.release([host], "tests")))
    for (const known of [addresses, caa, silent]) known.clear()
    for (const calls of [one.calls, two.calls, asked]) calls.splice(0)
  })
  afterAll(() => platform.dispose())

  const ensure = () =>
    platform.runtime.runPromise(Certificates.use((certificates) => certificates.ensure([host], null, "tests")))
  const stored = () =>
    platform.runtime.runPromise(
      Effect.map(CertificateStore.use((store) => store.lockNames([host])), Option.getOrThrow)
    )
  const isServed = () =>
    platform.runtime.runPromise(
      Effect.map(IssuedCertificates.use((issued) => issued.find(host)), Option.isSome)
    )
  const calls = () => [...one.calls, ...two.calls]

  it("a host needs an address, which is repeated with pauses and calls no authority", async () => {
    await ensure()
    await platform.clock.settle()
    assert.deepInclude(await stored(), {
      error_code: "address_missing",
      check_failures: 1,
      failures: 0,
      order_step: "none"
    })
    await platform.clock.advance({ minutes: 30 })
    assert.deepInclude(await stored(), { check_failures: 4, failures: 0 })
    assert.isEmpty(calls())
    addresses.set(host, ["192.0.2.1"])
    await platform.clock.advance({ hours: 1 })
    assert.isTrue(await isServed())
    assert.deepInclude(await stored(), { error_code: null, error_message: null, check_failures: 0 })
  })

  it("every address of a host is one of the installation, in whatever notation", async () => {
    addresses.set(host, ["192.0.2.1", "2001:0DB8::1", "198.51.100.7"])
    await ensure()
    await platform.clock.settle()
    const { error_code, error_message } = await stored()
    assert.strictEqual(error_code, "address_foreign")
    assert.include(error_message ?? "", "198.51.100.7")
    assert.notInclude(error_message ?? "", "192.0.2.1")
    assert.isEmpty(calls())
    addresses.set(host, ["192.0.2.1", "2001:0DB8::1"])
    await platform.clock.advance({ minutes: 2 })
    assert.isTrue(await isServed())
  })

  it("the CAA records nearest above the host decide, and choose the authority that they permit", async () => {
    addresses.set(host, ["192.0.2.1"])
    caa.set("example", [{ critical: false, tag: "issue", value: ";" }])
    caa.set("checked.example", [{ critical: false, tag: "issue", value: "two.example" }])
    await ensure()
    await platform.clock.settle()
    assert.strictEqual((await stored()).authority, "two")
    assert.isEmpty(one.calls)
    assert.deepStrictEqual(asked, [host, "checked.example"])
  })

  it("the CAA records permit an authority of the installation", async () => {
    addresses.set(host, ["192.0.2.1"])
    caa.set(host, [{ critical: false, tag: "issue", value: "three.example" }])
    await ensure()
    await platform.clock.settle()
    assert.deepInclude(await stored(), { error_code: "caa_forbidden", failures: 0 })
    assert.isEmpty(calls())
  })

  it("the CAA records permit the account, and the way in which a host is proven", async () => {
    addresses.set(host, ["192.0.2.1"])
    const permitted = (parameter: string) =>
      caa.set(host, [
        { critical: false, tag: "issue", value: `one.example; ${parameter}` },
        { critical: false, tag: "issuewild", value: ";" }
      ])
    permitted("accounturi=https://one.example/account")
    await ensure()
    await platform.clock.settle()
    assert.strictEqual((await stored()).authority, "one")
    for (const parameter of ["accounturi=https://one.example/another", "validationmethods=dns-01"]) {
      permitted(parameter)
      await platform.runtime.runPromise(Certificates.use((certificates) => certificates.renew(host)))
      await platform.clock.settle()
      assert.strictEqual((await stored()).error_code, "caa_forbidden", parameter)
    }
  })

  it("the records can be read", async () => {
    addresses.set(host, ["192.0.2.1"])
    silent.add("checked.example")
    await ensure()
    await platform.clock.settle()
    assert.deepInclude(await stored(), { error_code: "dns_unavailable", error_message: "checked.example: no answer" })
    assert.isEmpty(calls())
  })

  it("an operator can end the pause, and order an issued certificate again", async () => {
    await ensure()
    await platform.clock.settle()
    addresses.set(host, ["192.0.2.1"])
    const renew = () => platform.runtime.runPromise(Certificates.use((certificates) => certificates.renew(host)))
    assert.lengthOf(await renew(), 1)
    await platform.clock.settle()
    const first = await stored()
    assert.isNotNull(first.chain)
    one.window = undefined
    assert.lengthOf(await renew(), 1)
    await platform.clock.settle()
    const second = await stored()
    assert.notStrictEqual(second.chain, first.chain)
    assert.deepStrictEqual(one.calls.filter((call) => call.startsWith("order")), [`order ${host}`, `order ${host}`])
    assert.isEmpty(
      await platform.runtime.runPromise(
        Certificates.use((certificates) => certificates.renew(Hostname.make("other.example")))
      )
    )
  })
})

import { assert, describe, it } from "@effect/vitest"
import { Redacted, Result } from "effect"
import { nameserversOf } from "../../src/cli/nameserversOf.ts"
import { readSettings, type Sources } from "../../src/cli/readSettings.ts"
import { hostAndPort, secondaries, tsigKeys } from "../../src/cli/secondaries.ts"

const secret = Buffer.alloc(32, 3).toString("base64")

describe("--secondaries", () => {
  it("reads names, addresses and what is chosen for each", () => {
    const read = secondaries(
      "knot=192.0.2.1, nsd=[2001:db8::1]:5353?catalog=false&key=other,pdns=ns.test?trust-address=true"
    )
    assert.deepStrictEqual(Result.getOrThrow(read), [
      { name: "knot", host: "192.0.2.1", port: 53, key: undefined, catalog: undefined, trustAddress: undefined },
      { name: "nsd", host: "2001:db8::1", port: 5353, key: "other", catalog: false, trustAddress: undefined },
      { name: "pdns", host: "ns.test", port: 53, key: undefined, catalog: undefined, trustAddress: true }
    ])
  })

  it.each(["knot", "=192.0.2.1", "a=b:70000", "a=b:0", "a=b?catalog=perhaps", "a=b?colour=red", "a=2001:db8::1"])(
    "refuses %s",
    (text) => assert.isTrue(Result.isFailure(secondaries(text)))
  )
})

describe("--primary-keys", () => {
  it("reads several, and keeps their secrets", () => {
    const keys = Result.getOrThrow(tsigKeys(`one:${secret},two:hmac-sha512:${secret}`))
    assert.deepStrictEqual(keys.map(({ algorithm, name }) => [name, algorithm]), [
      ["one.", "hmac-sha256"],
      ["two.", "hmac-sha512"]
    ])
    assert.notInclude(JSON.stringify(keys), secret)
    assert.strictEqual(Redacted.isRedacted(keys[0]?.secret) && Redacted.value(keys[0].secret), secret)
  })

  it("refuses a key without its secret, and repeats none", () => {
    const read = readSettings({ flags: { primaryKeys: `one:hmac-md5:${secret}` }, environment: {} })
    assert.isTrue(Result.isFailure(read))
    if (Result.isFailure(read)) assert.notInclude(read.failure.join(), secret)
  })
})

it("--powerdns-dns is an address with a port", () => {
  assert.deepStrictEqual(hostAndPort("127.0.0.1:5300"), Result.succeed({ host: "127.0.0.1", port: 5300 }))
})

const chosen = (flags: Sources["flags"]) => Result.getOrThrow(readSettings({ flags, environment: {} }))

describe("nameservers of the command line", () => {
  it.each([
    ["--secondaries: expected --primary-port too", { secondaries: "a=b" }],
    ["--primary-port: expected --primary-keys too", { primaryPort: "0" }],
    ["--powerdns-url: expected --powerdns-api-key too", { powerdnsUrl: "http://127.0.0.1:8081" }],
    ["--powerdns-api-key, --powerdns-dns: expected --powerdns-url too", { powerdnsDns: "127.0.0.1:53" }]
  ])("are refused with %s", (problem, flags) => {
    const nameservers = nameserversOf(chosen(flags), undefined, undefined)
    assert.include(Result.isFailure(nameservers) ? nameservers.failure.message : "", problem)
  })

  it("are none, one or several", () => {
    const all = { primaryPort: "0", primaryKeys: `k:${secret}`, secondaries: "a=b,c=d" }
    for (const flags of [{}, all]) assert.isTrue(Result.isSuccess(nameserversOf(chosen(flags), undefined, undefined)))
  })
})

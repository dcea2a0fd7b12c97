import { assert, describe, it } from "@effect/vitest"
import { nameOf } from "@namewright/conformance"
import { Redacted, Result, Schema } from "effect"
import { createHmac } from "node:crypto"
import * as Message from "../../src/message/Message.ts"
import { classIn, rrTypes } from "../../src/message/RrType.ts"
import {
  answerSigner,
  keysByName,
  refusalOf,
  signRequest,
  tsigErrors,
  type Verified,
  verifyAnswer,
  verifyRequest
} from "../../src/primary/tsig/Tsig.ts"
import {
  parseTsigKey,
  type TsigAlgorithm,
  tsigAlgorithms,
  type TsigKey,
  tsigKey
} from "../../src/primary/tsig/TsigKey.ts"
import { appendTsig, splitTsig, type TsigRecord } from "../../src/primary/tsig/TsigRecord.ts"

const now = 1_795_323_600

const algorithms = ["hmac-sha256", "hmac-sha384", "hmac-sha512"] as const

const keyOf = (algorithm: TsigAlgorithm, secret: Uint8Array = Buffer.alloc(32, 7)): TsigKey => ({
  name: nameOf("some-key"),
  algorithm,
  secret: Redacted.make(secret)
})

const query = (id: number, name = "example.test"): Uint8Array =>
  Message.encode({
    ...Message.query,
    id,
    questions: [{ name: nameOf(name), type: rrTypes.SOA, class: classIn }]
  })

const refused = (verified: Verified) => {
  if (verified._tag !== "Refused") throw new Error(`expected a refusal, got ${verified._tag}`)
  return verified
}

const recordOf = (octets: Uint8Array): TsigRecord => {
  const record = splitTsig(octets)?.record
  if (record === undefined) throw new Error("There is no TSIG record")
  return record
}

const id = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffff }))
const position = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))

describe.each(algorithms)("%s", (algorithm) => {
  const key = keyOf(algorithm)
  const keys = keysByName([key])

  it.prop("accepts a signed message, and returns the original", [id], ([number]) => {
    const message = query(number)
    const verified = verifyRequest(signRequest(message, key, now).octets, keys, now + 300)
    assert.strictEqual(verified._tag, "Taken")
    if (verified._tag === "Taken") assert.deepStrictEqual(Buffer.from(verified.octets), Buffer.from(message))
  })

  it.prop("refuses a message with a changed octet outside of the id", [id, position], ([number, at]) => {
    const { octets } = signRequest(query(number), key, now)
    const changed = Uint8Array.from(octets)
    // The first two are the id, which forwarders change (RFC 8945, section 5.4).
    const offset = 2 + at % (octets.length - 2)
    changed[offset] = (changed[offset] ?? 0) ^ 1 << at % 8
    const verified = verifyRequest(changed, keys, now)
    const isTaken = verified._tag === "Taken" && verified.by !== undefined
    // In names the case of letters makes no difference.
    const isSameName = isTaken && Buffer.from(changed).toString("latin1").toLowerCase()
        === Buffer.from(octets).toString("latin1").toLowerCase()
    assert.isTrue(isSameName || !isTaken, `octet ${offset}`)
    changed.set(octets)
    changed[0] = (changed[0] ?? 0) ^ 1
    assert.strictEqual(verifyRequest(changed, keys, now)._tag, "Taken")
  })

  it("refuses a message that is signed with another secret", () => {
    const { octets } = signRequest(query(1), keyOf(algorithm, Buffer.alloc(32, 8)), now)
    assert.strictEqual(refused(verifyRequest(octets, keys, now)).error, "BADSIG")
  })

  it("computes the MAC over the message and the variables of the RFC", () => {
    const message = query(7)
    const variables = Buffer.concat([
      Buffer.from("\x08some-key\0", "latin1"),
      Buffer.from("00ff00000000", "hex"),
      Buffer.from(`\x0b${algorithm}\0`, "latin1"),
      Buffer.from(now.toString(16).padStart(12, "0"), "hex"),
      Buffer.from("012c00000000", "hex")
    ])
    const hash = tsigAlgorithms[algorithm].hash
    const mac = createHmac(hash, Buffer.alloc(32, 7)).update(message).update(variables).digest()
    assert.deepStrictEqual(recordOf(signRequest(message, key, now).octets).mac, Uint8Array.from(mac))
  })
})

describe("a response", () => {
  const key = keyOf("hmac-sha256")
  const request = signRequest(query(1), key, now)

  it("is bound to its request", () => {
    const answer = answerSigner(request.by)(query(1), now)
    assert.strictEqual(verifyAnswer(answer, request.by, now)._tag, "Taken")
    const other = signRequest(query(2), key, now)
    assert.strictEqual(refused(verifyAnswer(answer, other.by, now)).error, "BADSIG")
  })

  it("of several messages covers the MAC of the previous one, and only the timers of the record", () => {
    const sign = answerSigner(request.by)
    const messages = [query(1), query(1, "second.test"), query(1, "third.test")]
    const macs = messages.map((message) => recordOf(sign(message, now)).mac)
    const timers = Buffer.from(`${now.toString(16).padStart(12, "0")}012c`, "hex")
    for (const index of [1, 2]) {
      const mac = createHmac("sha256", Buffer.alloc(32, 7)).update(Buffer.from("0020", "hex"))
        .update(macs[index - 1] ?? "").update(messages[index] ?? "").update(timers).digest()
      assert.deepStrictEqual(macs[index], Uint8Array.from(mac))
    }
  })
})

describe("a request that is refused", () => {
  const key = keyOf("hmac-sha256")
  const keys = keysByName([key])
  const answer = Message.encode({ ...Message.query, id: 1, isResponse: true, rcode: 9 })

  it.each(
    [
      ["BADKEY", keyOf("hmac-sha512"), now],
      ["BADKEY", { ...key, name: nameOf("unknown") }, now],
      ["BADSIG", keyOf("hmac-sha256", Buffer.alloc(32, 1)), now]
    ] as const
  )("for %s is answered without a MAC", (error, other, time) => {
    const verified = refused(verifyRequest(signRequest(query(1), other, time).octets, keys, now))
    assert.strictEqual(verified.error, error)
    const record = recordOf(refusalOf(answer, verified, now))
    assert.deepStrictEqual([record.error, record.mac.length], [tsigErrors[error], 0])
  })

  it.each([now - 301, now + 301])("for BADTIME contains the server's time, signed", (time) => {
    const request = signRequest(query(1), key, time)
    const verified = refused(verifyRequest(request.octets, keys, now))
    assert.strictEqual(verified.error, "BADTIME")
    const refusal = refusalOf(answer, verified, now)
    const record = recordOf(refusal)
    assert.deepStrictEqual([record.error, record.timeSigned], [tsigErrors.BADTIME, time])
    assert.strictEqual(Buffer.from(record.otherData).readUIntBE(0, 6), now)
    assert.strictEqual(verifyAnswer(refusal, request.by, time)._tag, "Taken")
  })

  it("for a truncated MAC is refused with BADTRUNC or BADSIG, or as malformed", () => {
    const { octets } = signRequest(query(1), key, now)
    const split = splitTsig(octets)
    const cut = (size: number) => {
      const record = recordOf(octets)
      return verifyRequest(
        appendTsig(split?.octets ?? octets, { ...record, mac: record.mac.slice(0, size) }),
        keys,
        now
      )
    }
    assert.strictEqual(refused(cut(16)).error, "BADTRUNC")
    assert.strictEqual(cut(15)._tag, "Malformed")
    assert.strictEqual(refused(cut(0)).error, "BADSIG")
  })
})

describe("a TSIG record", () => {
  const { octets } = signRequest(query(1), keyOf("hmac-sha256"), now)

  it("is the last one of the message", () => {
    assert.isUndefined(splitTsig(appendTsig(octets, recordOf(octets))))
  })

  it("has its class and TTL, and no data after its fields", () => {
    const rdata = octets.length - 61
    for (const offset of [rdata - 8, rdata - 3, rdata - 1, octets.length - 1]) {
      const changed = Uint8Array.from(octets)
      changed[offset] = 9
      assert.isUndefined(splitTsig(changed), `octet ${offset}`)
    }
    assert.isUndefined(splitTsig(octets.subarray(0, octets.length - 1)))
  })

  it.prop("is found or not for any octets", [Schema.Uint8Array], ([some]) => {
    const split = splitTsig(some)
    assert.isTrue(split === undefined || split.record === undefined || split.octets.length < some.length)
  })
})

describe("a key", () => {
  const secret = Buffer.alloc(32, 7).toString("base64")

  it("is read in the form of nameservers, and hides its secret", () => {
    const key = Result.getOrThrow(parseTsigKey(`Some-Key:hmac-sha384:${secret}`))
    assert.deepStrictEqual([key.name, key.algorithm], [nameOf("some-key"), "hmac-sha384"])
    assert.notInclude(JSON.stringify(key), secret)
    assert.strictEqual(Result.getOrThrow(parseTsigKey(`k:${secret}`)).algorithm, "hmac-sha256")
  })

  it.each([
    ["no secret", "k"],
    ["an algorithm that is not spoken", `k:hmac-md5:${secret}`],
    ["what is no base64", "k:hmac-sha256:not base64"],
    ["a secret that is short", "k:hmac-sha256:c2hvcnQ="],
    ["a name that is none", `a..b:hmac-sha256:${secret}`]
  ])("with %s is refused, without its secret", (_, text) => {
    const key = parseTsigKey(text)
    assert.isTrue(Result.isFailure(key))
    if (Result.isFailure(key)) assert.notInclude(key.failure, text.split(":").at(-1) ?? "")
  })

  it("of a configuration may be Redacted", () => {
    assert.isTrue(Result.isSuccess(tsigKey({ name: "k", secret: Redacted.make(secret) })))
  })
})

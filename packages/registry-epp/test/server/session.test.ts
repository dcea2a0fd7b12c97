import { assert, describe, layer } from "@effect/vitest"
import { contractBackends } from "@namewright/conformance"
import { newCommandId, RegistrySimulator } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { EppUri } from "../../src/index.ts"
import { frame } from "../../src/wire/frame.ts"
import type { RawClient } from "./RawClient.ts"
import { sendsValidDocuments } from "./sendsValidDocuments.ts"
import { codeOf, connected, loggedIn, login, TestServer, written } from "./TestServer.ts"

const check = { _tag: "DomainCheck", names: ["free.generic"] } as const
const hello = written({ _tag: "Hello" })
const epp = (content: string) => `<?xml version="1.0"?><epp xmlns="${EppUri.epp}">${content}</epp>`

layer(TestServer.layer)("A session of the EPP server", (it) => {
  it.effect("begins with a greeting, and greets again after every hello", () =>
    Effect.gen(function*() {
      const client = yield* connected()
      client.send(hello)
      const greeting = yield* client.greeting
      assert.deepInclude(greeting, { versions: ["1.0"], languages: ["en"] })
      assert.include(greeting.objects, EppUri.domain)
      assert.strictEqual(greeting.date, Instant.format(yield* Instant.now))
      assert.strictEqual(yield* codeOf(client, check), 2002)
      assert.strictEqual(yield* codeOf(client, login()), 1000)
      client.send(hello)
      assert.deepStrictEqual((yield* client.greeting).extensions, greeting.extensions)
      assert.strictEqual(yield* codeOf(client, check), 1000)
    }).pipe(Effect.scoped))

  it.effect.each<[string, Parameters<typeof login>[0], number]>([
    ["a wrong password", { password: "wrong-ours" }, 2200],
    ["a client that nobody knows", { clientId: "nobody" }, 2200],
    ["a language that it does not speak", { language: "xx" }, 2102],
    ["an object that it did not offer", { objects: [EppUri.domain, "urn:ietf:params:xml:ns:org-1.0"] }, 2307],
    ["an extension that it did not offer", { extensions: [EppUri.allocationToken] }, 2103]
  ])("lets nobody in for %s", ([, changes, code]) =>
    Effect.gen(function*() {
      const client = yield* connected()
      assert.strictEqual(yield* codeOf(client, login(changes)), code)
      assert.strictEqual(yield* codeOf(client, check), 2002)
      assert.strictEqual(yield* codeOf(client, login()), 1000)
    }).pipe(Effect.scoped))

  it.effect("gives the same response to a wrong password and to an unknown client", () =>
    Effect.gen(function*() {
      const client = yield* connected()
      const wrong = yield* client.ask(written(login({ password: "wrong-ours" })))
      const unknown = yield* client.ask(written(login({ clientId: "nobody" })))
      assert.deepStrictEqual(wrong.results, unknown.results)
    }).pipe(Effect.scoped))

  it.effect("speaks version 1.0 only", () =>
    Effect.gen(function*() {
      const client = yield* connected()
      const document = written(login()).replace("<version>1.0<", "<version>2.0<")
      assert.strictEqual(yield* codeOf(client, document), 2100)
    }).pipe(Effect.scoped))

  it.effect("hangs up at the fourth failed login", () =>
    Effect.gen(function*() {
      const client = yield* connected()
      const codes = yield* Effect.forEach([1, 2, 3, 4], () => codeOf(client, login({ password: "wrong-ours" })))
      assert.deepStrictEqual(codes, [2200, 2200, 2200, 2501])
      assert.isUndefined(yield* client.next)
    }).pipe(Effect.scoped))

  /** The answer to a document as it is in octets. */
  const answerTo = (client: RawClient, octets: Buffer) => {
    const header = Buffer.alloc(4)
    header.writeUInt32BE(octets.length + 4)
    client.write(Buffer.concat([header, octets]))
    return client.response
  }

  it.effect("refuses octets that are no text, and goes on (2001)", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const document = Buffer.from(written(check, "command-1"))
      const offset = document.indexOf("free.generic")
      for (const octets of [[0xe9], [0xc0, 0xaf], [0xed, 0xa0, 0x80]]) {
        const broken = Buffer.concat([document.subarray(0, offset), Buffer.from(octets), document.subarray(offset)])
        const { clTRID, results: [{ code, message }] } = yield* answerTo(client, broken)
        assert.deepStrictEqual([code, clTRID], [2001, undefined])
        assert.include(message, "no UTF-8")
      }
      const declared = document.toString().replace("UTF-8", "windows-1252")
      assert.strictEqual((yield* answerTo(client, Buffer.from(declared))).results[0].code, 2001)
      assert.strictEqual(yield* codeOf(client, check), 1000)
    }).pipe(Effect.scoped))

  it.effect("reads UTF-16 and ISO-8859-1 as they are declared", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const document = written({ _tag: "PollAcknowledgement", messageId: "caf\u00e9" }, "command-1")
      const marked = Buffer.from(`\ufeff${document.replace("UTF-8", "UTF-16")}`, "utf16le")
      for (
        const octets of [
          Buffer.from(document),
          marked,
          Buffer.from(marked).swap16(),
          Buffer.from(document.replace("UTF-8", "ISO-8859-1"), "latin1")
        ]
      ) {
        const { clTRID, results: [{ code, message }] } = yield* answerTo(client, octets)
        assert.deepStrictEqual([code, clTRID], [2303, "command-1"])
        assert.include(message, "there is no message caf\u00e9")
      }
    }).pipe(Effect.scoped))

  it.effect("refuses attributes of namespaces that it does not know (2001)", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const document = written(check)
      const with_ = (attribute: string) => document.replace("<check>", `<check ${attribute}>`)
      assert.strictEqual(yield* codeOf(client, with_("xmlns:x='urn:x' x:urgent='1'")), 2001)
      assert.strictEqual(yield* codeOf(client, with_("xml:lang='en'")), 2001)
      const instance = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
      assert.strictEqual(yield* codeOf(client, with_(`${instance} xsi:schemaLocation='urn:x x.xsd'`)), 1000)
    }).pipe(Effect.scoped))

  it.effect("sends back the element at fault if it is a short one that it knows, and long texts cut", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const answered = Effect.fnUntraced(function*(content: string) {
        const { results: [{ message, reasons }] } = yield* client.ask(epp(`<command>${content}</command>`))
        return { message, values: reasons.map(({ value }) => value) }
      })
      const known = yield* answered("<poll op='ack'/>")
      assert.deepStrictEqual(known.values.map(({ attributes, name }) => [name, attributes["op"]]), [["poll", "ack"]])
      const long = yield* answered(`<poll op='req' msgID='${"7".repeat(5000)}'/>`)
      assert.deepStrictEqual(long.values, [])
      const namespace = `urn:x:${"y".repeat(5000)}`
      const unknown = yield* answered(
        `<info><o:info xmlns:o='${namespace}'><o:password>Hidden-1</o:password></o:info></info>`
      )
      assert.deepStrictEqual(unknown.values, [])
      assert.isBelow(unknown.message.length, 400)
      assert.include(unknown.message, "urn:x:yyy")
    }).pipe(Effect.scoped))

  it.effect("answers 2400 where an object has a character that XML does not allow, and goes on", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const simulator = yield* RegistrySimulator
      const { handle } = yield* simulator.registry(contractBackends.generic, "ours").createContact({
        command_id: yield* newCommandId,
        contact: {
          handle: "unwritable",
          name: "Ada\u0001",
          organization: null,
          street: ["Invalidenstr. 1"],
          city: "Berlin",
          state: null,
          postal_code: "10115",
          country: "DE",
          phone: "+49.30123456",
          fax: null,
          email: "ada@example.org",
          disclose: false,
          attributes: {}
        }
      })
      assert.strictEqual(yield* codeOf(client, { _tag: "ContactInfo", id: handle }), 2400)
      assert.strictEqual(yield* codeOf(client, check), 1000)
    }).pipe(Effect.scoped))

  it.effect("takes one login, and no logout before it", () =>
    Effect.gen(function*() {
      const client = yield* connected()
      assert.strictEqual(yield* codeOf(client, { _tag: "Logout" }), 2002)
      assert.strictEqual(yield* codeOf(client, login()), 1000)
      assert.strictEqual(yield* codeOf(client, login()), 2002)
      assert.strictEqual(yield* codeOf(client, check), 1000)
    }).pipe(Effect.scoped))

  it.effect("ends with a logout, whatever was sent behind it", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      client.write(Buffer.concat([written({ _tag: "Logout" }), written(check)].map(frame)))
      assert.strictEqual((yield* client.response).results[0].code, 1500)
      assert.isUndefined(yield* client.next)
    }).pipe(Effect.scoped))

  it.effect("ends when nothing is said for too long, and not before", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      yield* TestClock.adjust("9 minutes")
      assert.strictEqual(yield* codeOf(client, check), 1000)
      yield* TestClock.adjust("9 minutes")
      assert.strictEqual(yield* codeOf(client, check), 1000)
      yield* TestClock.adjust("13 minutes")
      assert.isUndefined(yield* client.next)
    }).pipe(Effect.scoped))

  it.effect("takes commands only with what was announced at the login", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn({ objects: [EppUri.domain], extensions: [] })
      assert.strictEqual(yield* codeOf(client, { _tag: "HostInfo", name: "ns1.example.net" }), 2307)
      const fee = { currency: "EUR", commands: [{ name: "create" as const }] }
      assert.strictEqual(yield* codeOf(client, { ...check, extension: { fee } }), 2103)
      assert.strictEqual(yield* codeOf(client, check), 1000)
    }).pipe(Effect.scoped))
})

layer(TestServer.layer)("Documents that the EPP server is sent", (it) => {
  it.effect.each<[string, string, number]>([
    ["text that is no XML", "<epp", 2001],
    ["an element in the wrong place", epp("<command><clTRID>ABC-1</clTRID><logout/></command>"), 2001],
    ["an unknown command", epp("<command><obliterate/><clTRID>ABC-2</clTRID></command>"), 2000],
    ["a document type declaration", `<!DOCTYPE epp [<!ENTITY a "b">]>${hello.replace(/^<\?xml.*?\?>/, "")}`, 2001],
    ["a transaction id of two characters", epp("<command><logout/><clTRID>AB</clTRID></command>"), 2001],
    ["a transaction id of 65", epp(`<command><logout/><clTRID>${"A".repeat(65)}</clTRID></command>`), 2001],
    ["an acknowledgement of nothing", epp(`<command><poll op="ack"/></command>`), 2003],
    ["a request that names a message", epp(`<command><poll op="req" msgID="1"/></command>`), 2005],
    [
      "an object of a namespace that it does not know",
      epp(`<command><info><a:info xmlns:a="urn:x"/></info></command>`),
      2307
    ],
    ["a password of 17 characters", written(login()).replace("secret-ours", "A".repeat(17)), 2001]
  ])("get a refusal, and the session goes on: %s", ([, document, code]) =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const { clTRID, results, svTRID } = yield* client.ask(document)
      assert.strictEqual(results[0].code, code, results[0].message)
      assert.match(svTRID, /^\S{3,64}$/)
      if (code === 2001) assert.isUndefined(clTRID?.match(/^(?:AB|A{65})$/)?.[0])
      assert.strictEqual(yield* codeOf(client, check), 1000)
    }).pipe(Effect.scoped))

  it.effect.each([0, 3, 4, 0x7fffffff])(
    "end the connection when their frame says %i octets",
    (length) =>
      Effect.gen(function*() {
        const client = yield* loggedIn()
        const header = Buffer.alloc(4)
        header.writeUInt32BE(length)
        client.write(header)
        assert.isUndefined(yield* client.next)
        const other = yield* loggedIn()
        assert.strictEqual(yield* codeOf(other, check), 1000)
      }).pipe(Effect.scoped)
  )

  it.effect("are answered in their order when several come at once", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const ids = Array.from({ length: 100 }, (_, index) => `ORDER-${index}`)
      client.write(Buffer.concat(ids.map((id) => frame(written(check, id)))))
      const answers = yield* Effect.forEach(ids, () => client.response)
      assert.deepStrictEqual(answers.map(({ clTRID }) => clTRID), ids)
      assert.strictEqual(new Set(answers.map(({ svTRID }) => svTRID)).size, ids.length)
    }).pipe(Effect.scoped))

  it.effect("may come octet by octet, with characters that are cut in two", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const bytes = frame(written({ _tag: "DomainCheck", names: ["grün.generic"] }, "ÖÄÜ-1"))
      for (let index = 0; index < bytes.length; index++) client.write(bytes.subarray(index, index + 1))
      const { clTRID, data, results } = yield* client.response
      assert.deepStrictEqual([results[0].code, clTRID], [1000, "ÖÄÜ-1"])
      assert.strictEqual(data?._tag === "DomainChecked" && data.names[0]?.id, "grün.generic")
    }).pipe(Effect.scoped))

  it.effect("need no transaction id, and may repeat one", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const bare = yield* client.ask(written(check).replace(/<clTRID>.*<\/clTRID>/, ""))
      assert.deepStrictEqual([bare.results[0].code, bare.clTRID], [1000, undefined])
      const twice = [yield* client.ask(written(check, "SAME-1")), yield* client.ask(written(check, "SAME-1"))]
      assert.deepStrictEqual(twice.map(({ clTRID }) => clTRID), ["SAME-1", "SAME-1"])
      assert.notStrictEqual(twice[0]?.svTRID, twice[1]?.svTRID)
    }).pipe(Effect.scoped))

  it.effect("may use any prefixes", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const prefixed = `<e:epp xmlns:e="${EppUri.epp}"><e:command><e:check><check xmlns="${EppUri.domain}">`
        + "<name>free.generic</name></check></e:check><e:clTRID>PREFIX-1</e:clTRID></e:command></e:epp>"
      const { clTRID, data } = yield* client.ask(prefixed)
      assert.strictEqual(clTRID, "PREFIX-1")
      assert.deepStrictEqual(data, (yield* client.ask(written(check))).data)
    }).pipe(Effect.scoped))
})

describe("A session of the EPP server", () => {
  sendsValidDocuments()
})

import { assert, describe, it } from "@effect/vitest"
import { MemoryZones, nameOf } from "@namewright/conformance"
import { Nameservers, PublishedZones } from "@namewright/core/dns"
import { Effect, Exit, Layer, Option, Scope } from "effect"
import { embeddedNameserver, makeEmbeddedNameserver } from "../../src/embedded/EmbeddedNameserver.ts"
import { Message, rcodes, rrTypes } from "../../src/index.ts"
import { frame } from "../../src/transport/DnsFrame.ts"
import { newKey } from "../signing/ExampleKeys.ts"
import { addressOf, flakyServer, server, written } from "./ExampleServer.ts"
import { ask, connection, isClosed, overUdp, question, received, serverOfTest } from "./ServerOfTest.ts"

const { A, AXFR, DS, IXFR, NS, TXT } = rrTypes

describe("questions", () => {
  it.live("are answered over UDP, with their id and flags", () =>
    Effect.gen(function*() {
      const { port } = yield* server()
      const answer = yield* ask(port, question("WWW.example.test.", A, { recursionDesired: true }))
      assert.strictEqual(addressOf(answer), "192.0.2.1")
      const { id, isAuthoritative, isResponse, questions, rcode, recursionAvailable, recursionDesired } = answer
      assert.deepStrictEqual({ id, isAuthoritative, isResponse, rcode, recursionAvailable, recursionDesired }, {
        id: 4711,
        isAuthoritative: true,
        isResponse: true,
        rcode: rcodes.NOERROR,
        recursionAvailable: false,
        recursionDesired: true
      })
      assert.strictEqual(questions[0]?.name, nameOf("WWW.example.test"))
      assert.isUndefined(answer.edns)
    }))

  it.live("are answered from the cache, each in its own spelling", () =>
    Effect.gen(function*() {
      const { port } = yield* server()
      for (const name of ["www.example.test.", "wWw.eXample.test.", "www.example.test."]) {
        const answer = yield* ask(port, question(name, A, { id: name.charCodeAt(1) }))
        assert.strictEqual(answer.questions[0]?.name, name)
        assert.strictEqual(answer.answers[0]?.name, name)
        assert.strictEqual(answer.id, name.charCodeAt(1))
      }
    }))

  it.live("with EDNS are answered with EDNS", () =>
    Effect.gen(function*() {
      const { port } = yield* server()
      const options = [{ code: 10, data: new Uint8Array(8) }]
      const edns = { udpSize: 4096, version: 0, dnssecOk: true, options }
      const answer = yield* ask(port, question("www.example.test.", A, { edns }))
      assert.deepStrictEqual(answer.edns, { udpSize: 1232, version: 0, dnssecOk: true, options: [] })
    }))

  it.live("whose responses exceed a datagram are answered over TCP", () =>
    Effect.gen(function*() {
      const { port } = yield* server()
      const edns = { udpSize: 1232, version: 0, dnssecOk: false, options: [] }
      for (const query of [question("long.example.test.", TXT), question("long.example.test.", TXT, { edns })]) {
        const cut = yield* ask(port, query)
        assert.deepStrictEqual([cut.isTruncated, cut.answers.length], [true, 0])
        const socket = yield* connection(port)
        socket.write(frame(Message.encode(query)))
        const [whole] = yield* received(socket, 1)
        assert.deepStrictEqual([whole?.isTruncated, whole?.answers.length], [false, 20])
      }
    }))

  it.live("that arrive together on a connection are all answered", () =>
    Effect.gen(function*() {
      const { port } = yield* server()
      const socket = yield* connection(port)
      const queries = Array.from({ length: 500 }, (_, id) =>
        frame(Message.encode(question(`n${id}.example.test.`, A, { id }))))
      const all = Buffer.concat(queries)
      // In pieces that end anywhere.
      for (let at = 0; at < all.length; at += 777) {
        socket.write(all.subarray(at, at + 777))
      }
      const answers = yield* received(socket, queries.length)
      assert.deepStrictEqual(
        answers.map(({ id }) =>
          id
        ).toSorted((a, b) => a - b),
        queries.map((_, id) => id)
      )
      assert.isTrue(answers.every(({ rcode }) => rcode === rcodes.NXDOMAIN))
    }))

  it.live("are answered after the client has closed its side of the connection", () =>
    Effect.gen(function*() {
      const { port } = yield* server()
      const socket = yield* connection(port)
      socket.end(frame(Message.encode(question("www.example.test."))))
      assert.strictEqual((yield* received(socket, 1)).length, 1)
      assert.isTrue(yield* isClosed(socket))
    }))

  it.live("for signed zones are answered with signatures if the client requests them", () =>
    Effect.gen(function*() {
      const { port, zones, nameserver } = yield* server()
      const publication = yield* zones.put("signed.test", {
        ...written("192.0.2.7"),
        signing: { keys: [newKey()], denial: "nsec3" }
      })
      yield* nameserver.publish([publication])
      const edns = { udpSize: 1232, version: 0, dnssecOk: true, options: [] }
      const typesOf = (changes: Partial<Message.Message>) =>
        Effect.map(
          ask(port, question("www.signed.test.", A, changes)),
          ({ answers }) => answers.map(({ type }) => type)
        )
      assert.deepStrictEqual(yield* typesOf({}), [A])
      assert.deepStrictEqual(yield* typesOf({ edns }), [A, rrTypes.RRSIG])
      assert.deepStrictEqual(yield* typesOf({ edns: { ...edns, dnssecOk: false } }), [A])
    }))

  it.live("for all types are answered with one RRset, over UDP and TCP, and a missing name is missing", () =>
    Effect.gen(function*() {
      const { port } = yield* server()
      const query = question("www.example.test.", rrTypes.ANY)
      const socket = yield* connection(port)
      socket.write(frame(Message.encode(query)))
      const [overTcp] = yield* received(socket, 1)
      for (const answer of [yield* ask(port, query), overTcp]) {
        assert.deepStrictEqual(answer?.answers.map(({ type }) => type), [A])
      }
      assert.strictEqual((yield* ask(port, question("nobody.example.test.", rrTypes.ANY))).rcode, rcodes.NXDOMAIN)
    }))

  it.live("for the DS of a zone are answered by the zone above it", () =>
    Effect.gen(function*() {
      const { nameserver, port, zones } = yield* server()
      yield* nameserver.publish([yield* zones.put("sub.example.test", written("192.0.2.5"))])
      assert.strictEqual(addressOf(yield* ask(port, question("www.sub.example.test."))), "192.0.2.5")
      const { authorities } = yield* ask(port, question("sub.example.test.", DS))
      assert.deepStrictEqual(authorities.map(({ name }) => name), [nameOf("example.test")])
    }))

  it.live("for the DS of a zone are answered by a parent zone that is published later", () =>
    Effect.gen(function*() {
      const { nameserver, port, zones } = yield* server()
      yield* nameserver.publish([yield* zones.put("child.later.test", written("192.0.2.5"))])
      const ds = Effect.map(
        ask(port, question("child.later.test.", DS)),
        ({ authorities }) => authorities.map(({ name }) => name)
      )
      assert.deepStrictEqual(yield* ds, [nameOf("child.later.test")])
      yield* nameserver.publish([yield* zones.put("later.test", written("192.0.2.6"))])
      assert.deepStrictEqual(yield* ds, [nameOf("later.test")])
    }))
})

describe("questions that are not answered", () => {
  const cases: ReadonlyArray<readonly [what: string, query: Message.Message, rcode: number]> = [
    ["for other zones", question("www.other.test."), rcodes.REFUSED],
    ["for the root", question("."), rcodes.REFUSED],
    ["for the mail agents of a name", question("www.example.test.", 254), rcodes.REFUSED],
    ["for a transfer", question("example.test.", AXFR), rcodes.REFUSED],
    ["for the changes of a zone", question("example.test.", IXFR), rcodes.REFUSED],
    [
      "of another class",
      question("www.example.test.", A, {
        questions: [{ name: nameOf("www.example.test"), type: A, class: 3 }]
      }),
      rcodes.REFUSED
    ],
    ["that announce a change", question("example.test.", rrTypes.SOA, { opcode: 4 }), rcodes.REFUSED],
    ["that change something", question("example.test.", rrTypes.SOA, { opcode: 5 }), rcodes.REFUSED],
    ["of unknown kinds", question("example.test.", A, { opcode: 2 }), rcodes.NOTIMP],
    ["without a question", question("example.test.", A, { questions: [] }), rcodes.FORMERR],
    [
      "of a later EDNS",
      question("www.example.test.", A, {
        edns: { udpSize: 1232, version: 1, dnssecOk: false, options: [] }
      }),
      rcodes.BADVERS
    ],
    [
      "signed with a key",
      question("www.example.test.", A, {
        additionals: [{ name: nameOf("key"), type: rrTypes.TSIG, class: 255, ttl: 0, rdata: new Uint8Array(16) }]
      }),
      rcodes.NOTAUTH
    ]
  ]

  it.live.each(cases)("%s", ([, query, rcode]) =>
    Effect.gen(function*() {
      const { port } = yield* server()
      const answer = yield* ask(port, query)
      assert.strictEqual(answer.rcode, rcode)
      assert.deepStrictEqual([answer.answers.length, answer.authorities.length], [0, 0])
      assert.isFalse(answer.isAuthoritative)
    }))

  it.live("because they are malformed, or responses", () =>
    Effect.gen(function*() {
      const { port } = yield* server()
      const answer = Message.encode(question("www.example.test.", A, { isResponse: true }))
      const end = Message.encode(question("www.example.test."))
      assert.deepStrictEqual(yield* overUdp(port, answer, end.slice(0, 11)), [])
    }))

  it.live("because they are truncated, or longer than their length field", () =>
    Effect.gen(function*() {
      const { port } = yield* server()
      const whole = Message.encode(question("www.example.test."))
      const answers = yield* overUdp(
        port,
        whole.slice(0, -1),
        whole.slice(0, 14),
        Buffer.concat([whole, Buffer.alloc(1)])
      )
      assert.deepStrictEqual(answers.map(({ rcode }) => rcode), [rcodes.FORMERR, rcodes.FORMERR, rcodes.FORMERR])
    }))
})

describe("publications", () => {
  it.live("are served when they are reported", () =>
    Effect.gen(function*() {
      const { nameserver, port, zones } = yield* server()
      assert.strictEqual(addressOf(yield* ask(port, question("www.example.test."))), "192.0.2.1")
      const publication = yield* zones.put("example.test", written("192.0.2.2", 2))
      const served = yield* nameserver.publish([publication])
      assert.deepStrictEqual(served, [{ name: nameOf("example.test"), serial: 2, problem: null }])
      assert.strictEqual(addressOf(yield* ask(port, question("www.example.test."))), "192.0.2.2")
      assert.deepStrictEqual(yield* nameserver.publish([publication]), served)
    }))

  it.live("of a new zone take the names from the zone above", () =>
    Effect.gen(function*() {
      const { nameserver, port, zones } = yield* server()
      assert.strictEqual((yield* ask(port, question("www.sub.example.test."))).authorities[0]?.type, NS)
      yield* nameserver.publish([yield* zones.put("sub.example.test", written("192.0.2.5"))])
      assert.strictEqual(addressOf(yield* ask(port, question("www.sub.example.test."))), "192.0.2.5")
      yield* nameserver.publish([zones.remove("sub.example.test")])
      assert.strictEqual((yield* ask(port, question("www.sub.example.test."))).authorities[0]?.type, NS)
    }))

  it.live("of a removed zone end its responses", () =>
    Effect.gen(function*() {
      const { nameserver, port, zones } = yield* server()
      yield* ask(port, question("www.example.test."))
      const served = yield* nameserver.publish([zones.remove("example.test")])
      assert.deepStrictEqual(served, [{ name: nameOf("example.test"), serial: null, problem: null }])
      assert.strictEqual((yield* ask(port, question("www.example.test."))).rcode, rcodes.REFUSED)
    }))

  it.live("of a version that cannot be read yet are a problem, and the previous one is served", () =>
    Effect.gen(function*() {
      const { nameserver, port, zones } = yield* server()
      yield* ask(port, question("www.example.test."))
      const publication = yield* zones.put("example.test", written("192.0.2.2", 2))
      const [served] = yield* nameserver.publish([{ ...publication, serial: 3 }])
      assert.deepStrictEqual([served?.serial, typeof served?.problem], [2, "string"])
      assert.strictEqual(addressOf(yield* ask(port, question("www.example.test."))), "192.0.2.2")
    }))

  it.live("that cannot be read are a problem, and the previous version is served", () =>
    Effect.gen(function*() {
      const { nameserver, port, state, zones } = yield* flakyServer
      yield* ask(port, question("www.example.test."))
      const publication = yield* zones.put("example.test", written("192.0.2.2", 2))
      state.isBroken = true
      const [served] = yield* nameserver.publish([publication])
      assert.strictEqual(served?.serial, 1)
      assert.match(String(served?.problem), /no connection/)
      assert.strictEqual(addressOf(yield* ask(port, question("www.example.test."))), "192.0.2.1")
    }))
})

describe("zones", () => {
  it.live("beyond the memory limit are read again on request", () =>
    Effect.gen(function*() {
      const zones = new MemoryZones()
      for (let index = 0; index < 20; index++) yield* zones.put(`z${index}.test`, written(`192.0.2.${index}`))
      const { nameserver: { port } } = yield* serverOfTest(zones, { cachedRrsets: 12 })
      for (const round of [0, 1]) {
        for (let index = 0; index < 20; index++) {
          const answer = yield* ask(port, question(`www.z${index}.test.`))
          assert.strictEqual(addressOf(answer), `192.0.2.${index}`, `round ${round}`)
        }
      }
    }))

  it.live("that cannot be read are answered with SERVFAIL until they can be read", () =>
    Effect.gen(function*() {
      const { port, state } = yield* flakyServer
      state.isBroken = true
      assert.strictEqual((yield* ask(port, question("www.example.test."))).rcode, rcodes.SERVFAIL)
      state.isBroken = false
      assert.strictEqual(addressOf(yield* ask(port, question("www.example.test."))), "192.0.2.1")
    }))

  it.live("that are not known yet are not refused", () =>
    Effect.gen(function*() {
      const slow = Layer.succeed(PublishedZones, {
        get: () => Effect.succeed(Option.none()),
        page: () => Effect.never,
        differences: () => Effect.succeed(Option.none())
      })
      const { port } = yield* Effect.provide(makeEmbeddedNameserver({ port: 0 }), slow)
      assert.strictEqual((yield* ask(port, question("www.example.test."))).rcode, rcodes.SERVFAIL)
    }))

  it.live("with an unreadable record are served without it", () =>
    Effect.gen(function*() {
      const zones = new MemoryZones()
      yield* zones.put("example.test", { serial: 1, rrsets: [["www", "A", "nonsense"], ["ok", "A", "192.0.2.1"]] })
      const { nameserver: { port } } = yield* serverOfTest(zones)
      assert.strictEqual((yield* ask(port, question("www.example.test."))).rcode, rcodes.SERVFAIL)
      assert.strictEqual(addressOf(yield* ask(port, question("ok.example.test."))), "192.0.2.1")
    }))
})

describe("the server", () => {
  it.live("is the platform's nameserver", () =>
    Effect.gen(function*() {
      const zones = new MemoryZones()
      yield* zones.put("example.test", written("192.0.2.1"))
      const layer = Layer.provide(embeddedNameserver({ port: 0, name: "here" }), zones.layer)
      yield* Effect.gen(function*() {
        const { all } = yield* Nameservers
        assert.deepStrictEqual(all.map(({ capabilities, name }) => [name, capabilities.signing]), [["here", "library"]])
      }).pipe(Effect.provide(layer))
    }))

  it.live("reports why it cannot listen", () =>
    Effect.gen(function*() {
      const { port } = yield* server()
      const error = yield* Effect.flip(Effect.provide(makeEmbeddedNameserver({ port }), new MemoryZones().layer))
      assert.match(error.message, new RegExp(`port ${port}`))
    }))

  it.live("releases its port with its scope, while connections are open", () =>
    Effect.gen(function*() {
      const zones = new MemoryZones()
      const scope = yield* Scope.make()
      const { port } = yield* makeEmbeddedNameserver({ port: 0 }).pipe(
        Effect.provide(zones.layer),
        Scope.provide(scope)
      )
      const socket = yield* connection(port)
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(yield* isClosed(socket))
      const again = yield* Effect.provide(makeEmbeddedNameserver({ port }), zones.layer)
      assert.strictEqual(again.port, port)
    }))
})

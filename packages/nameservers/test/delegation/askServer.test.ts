import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Result, type Scope } from "effect"
import { createSocket, type RemoteInfo, type Socket } from "node:dgram"
import { once } from "node:events"
import { askServer, type Transport } from "../../src/delegation/askServer.ts"
import { Message, rrTypes } from "../../src/index.ts"
import { listen } from "../../src/primary/listen.ts"
import { nameIn, recordIn } from "./PublicDnsOfTest.ts"

const name = nameIn("_namewright-challenge.example.test.")

const answerTo = (asked: Message.Message, text: string): Message.Message => ({
  ...asked,
  isResponse: true,
  isAuthoritative: true,
  answers: [recordIn(name, "TXT", `"${text}"`)]
})

const openSocket = (address: string): Effect.Effect<Socket, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const socket = createSocket("udp4")
      const isOpen = once(socket, "listening")
      socket.bind({ address, port: 0 })
      await isOpen
      return socket
    }),
    (socket) => Effect.sync(() => socket.close())
  )

/** A nameserver that is asked over UDP, and does with the question what the test says. */
const asked = Effect.fnUntraced(function*(answer: (asked: Message.Message, from: RemoteInfo, socket: Socket) => void) {
  const socket = yield* openSocket("127.0.0.1")
  socket.on("message", (octets, from) => answer(Result.getOrThrow(Message.decode(octets)), from, socket))
  const server = { address: "127.0.0.1", port: socket.address().port, timeout: 300 }
  const found = yield* askServer(server, name, rrTypes.TXT)
  return Option.map(found, ({ answers }) => Buffer.from(answers[0]?.rdata.slice(1) ?? []).toString())
})

describe("askServer", () => {
  it.live("takes the answer to its own question only", () =>
    Effect.gen(function*() {
      const found = yield* asked((message, { address, port }, socket) => {
        const send = (answer: Message.Message) => socket.send(Message.encode(answer), port, address)
        send({ ...answerTo(message, "id"), id: message.id ^ 1 })
        send({ ...answerTo(message, "name"), questions: [{ name: nameIn("example.test."), type: 16, class: 1 }] })
        send({ ...answerTo(message, "class"), questions: [{ name, type: 16, class: 3 }] })
        send({ ...answerTo(message, "question"), isResponse: false })
        send(answerTo(message, "answer"))
      })
      assert.deepStrictEqual(found, Option.some("answer"))
    }).pipe(Effect.scoped))

  it.live("does not take an answer from another port or address", () =>
    Effect.gen(function*() {
      const [port, address] = [yield* openSocket("127.0.0.1"), yield* openSocket("127.0.0.9")]
      const found = yield* asked((message, from) => {
        for (const other of [port, address]) {
          other.send(Message.encode(answerTo(message, "elsewhere")), from.port, from.address)
        }
      })
      assert.deepStrictEqual(found, Option.none())
    }).pipe(Effect.scoped))

  it.live("has no answer from an address that nothing can be sent to", () =>
    Effect.gen(function*() {
      const server = { address: "255.255.255.255", port: 53, timeout: 300 }
      assert.deepStrictEqual(yield* askServer(server, name, rrTypes.TXT), Option.none())
    }))

  it.live("asks over TCP alone where that is wanted", () =>
    Effect.gen(function*() {
      const transports: Array<Transport> = []
      const { port } = yield* listen({ host: "127.0.0.1", port: 0 }, (octets, { transport }, reply) => {
        transports.push(transport)
        return reply(Message.encode(answerTo(Result.getOrThrow(Message.decode(octets)), "answer")))
      })
      const server = { address: "127.0.0.1", port, timeout: 300 }
      assert.isTrue(Option.isSome(yield* askServer(server, name, rrTypes.TXT, "tcp")))
      assert.deepStrictEqual(transports, ["tcp"])
    }).pipe(Effect.scoped))
})

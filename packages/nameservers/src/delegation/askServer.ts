import { DnsName } from "@namewright/core/dns"
import { Effect, Option, Result } from "effect"
import { randomInt } from "node:crypto"
import { createSocket } from "node:dgram"
import { connect } from "node:net"
import * as Message from "../message/Message.ts"
import { classIn } from "../message/RrType.ts"

/** One server, by its address. */
export interface AskedServer {
  readonly address: string
  readonly port: number
  /** Time limit of an answer over each transport, in milliseconds. */
  readonly timeout: number
}

/** UDP changes to TCP when the answer is truncated. */
export type Transport = "udp" | "tcp"

/** Largest UDP answer that is asked for, in octets (DNS flag day 2020). */
const udpSize = 1232

/** Whether a message answers the question that was asked. */
const answers = (message: Message.Message, asked: Message.Message): boolean => {
  const [question] = message.questions
  const [wanted] = asked.questions
  return message.isResponse && message.id === asked.id && question !== undefined && wanted !== undefined
    && question.type === wanted.type && question.class === wanted.class && DnsName.equals(question.name, wanted.name)
}

/** The answer in some octets, if they are one. */
const answerIn = (octets: Uint8Array, asked: Message.Message): Message.Message | undefined => {
  const message = Message.decode(octets)
  return Result.isSuccess(message) && answers(message.success, asked) ? message.success : undefined
}

/** Asks from a random port. The socket is connected, so that it receives datagrams of this server only. */
const overUdp = ({ address, port }: AskedServer, asked: Message.Message) =>
  Effect.callback<Message.Message | undefined>((resume) => {
    const socket = createSocket(address.includes(":") ? "udp6" : "udp4")
    socket.on("error", () => resume(Effect.succeed(undefined)))
    socket.on("message", (octets) => {
      const answer = answerIn(octets, asked)
      if (answer !== undefined) resume(Effect.succeed(answer))
    })
    socket.on("connect", () => socket.send(Message.encode(asked)))
    socket.connect(port, address)
    return Effect.sync(() => socket.close())
  })

/** Reads at most one message, which has at most 65,535 octets. */
const overTcp = ({ address, port }: AskedServer, asked: Message.Message) =>
  Effect.callback<Message.Message | undefined>((resume) => {
    const socket = connect({ host: address, port })
    let octets = Buffer.alloc(0)
    socket.on("error", () => resume(Effect.succeed(undefined)))
    socket.on("close", () => resume(Effect.succeed(undefined)))
    socket.on("data", (chunk) => {
      octets = Buffer.concat([octets, chunk])
      if (octets.length >= 2 && octets.length >= 2 + octets.readUInt16BE(0)) {
        resume(Effect.succeed(answerIn(octets.subarray(2, 2 + octets.readUInt16BE(0)), asked)))
      }
    })
    const question = Message.encode(asked)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(question.length)
    socket.write(Buffer.concat([length, question]))
    return Effect.sync(() => socket.destroy())
  })

/** Asks a nameserver without recursion. `None` if it does not answer in time. */
export const askServer = Effect.fnUntraced(
  function*(server: AskedServer, name: DnsName.DnsName, type: number, transport: Transport = "udp") {
    const asked: Message.Message = {
      ...Message.query,
      id: randomInt(0x10000),
      questions: [{ name, type, class: classIn }],
      edns: { udpSize, version: 0, dnssecOk: false, options: [] }
    }
    const within = (answer: Effect.Effect<Message.Message | undefined>) =>
      Effect.map(Effect.timeoutOption(answer, server.timeout), Option.flatMap(Option.fromUndefinedOr))
    if (transport === "tcp") return yield* within(overTcp(server, asked))
    const first = yield* within(overUdp(server, asked))
    return Option.isSome(first) && first.value.isTruncated ? yield* within(overTcp(server, asked)) : first
  }
)

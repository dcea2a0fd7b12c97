import { DnsName } from "@namewright/core/dns"
import { Effect, type Option, Result } from "effect"
import { randomInt } from "node:crypto"
import * as Message from "../message/Message.ts"
import { classIn } from "../message/RrType.ts"
import { dnsExchange, type DnsServer, type ExchangeOptions } from "../transport/DnsExchange.ts"

/** Octets of the largest UDP answer (DNS flag day 2020). */
const udpSize = 1232

/** True if a message answers the question. */
const answers = (message: Message.Message, asked: Message.Message): boolean => {
  const [question] = message.questions
  const [wanted] = asked.questions
  return message.isResponse && message.id === asked.id && question !== undefined && wanted !== undefined
    && question.type === wanted.type && question.class === wanted.class && DnsName.equals(question.name, wanted.name)
}

/** Decodes an answer; undefined if the octets are none. */
const answerIn = (octets: Uint8Array, asked: Message.Message): Message.Message | undefined => {
  const message = Message.decode(octets)
  return Result.isSuccess(message) && answers(message.success, asked) ? message.success : undefined
}

/** Queries a nameserver without recursion. `None` if it does not answer in time. */
export const askServer = (
  server: DnsServer,
  name: DnsName.DnsName,
  type: number,
  options: ExchangeOptions
): Effect.Effect<Option.Option<Message.Message>> =>
  Effect.suspend(() => {
    const asked: Message.Message = {
      ...Message.query,
      id: randomInt(0x10000),
      questions: [{ name, type, class: classIn }],
      edns: { udpSize, version: 0, dnssecOk: false, options: [] }
    }
    return dnsExchange(server, Message.encode(asked), (octets) => answerIn(octets, asked), options)
  })

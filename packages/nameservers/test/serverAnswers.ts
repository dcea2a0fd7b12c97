import type { NameserverOfContract } from "@namewright/conformance"
import { Rdata, recordTypeNumbers } from "@namewright/core/dns"
import { Effect, Result } from "effect"
import { createSocket } from "node:dgram"
import type { Address } from "../../../test/nameservers/Primary.ts"
import * as Message from "../src/message/Message.ts"
import { classIn } from "../src/message/RrType.ts"

/** Sends one datagram, and answers the one that comes back. */
const exchange = ({ host, port }: Address, octets: Uint8Array): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const socket = createSocket("udp4")
    const timer = setTimeout(() => {
      socket.close()
      reject(new Error(`${host} port ${port} does not answer`))
    }, 2000)
    socket.on("error", reject).on("message", (answer) => {
      clearTimeout(timer)
      socket.close()
      resolve(answer)
    })
    socket.send(octets, port, host)
  })

/** Asks a server as a resolver does. */
export const serverAnswers = (address: Address): NameserverOfContract["answers"] => (name, type) =>
  Effect.promise(async () => {
    const questions = [{ name, type: recordTypeNumbers[type], class: classIn }]
    const answer = Message.decode(await exchange(address, Message.encode({ ...Message.query, id: 7, questions })))
    return Result.getOrThrow(answer).answers.filter((record) => record.type === recordTypeNumbers[type]).map(
      ({ rdata }) => Rdata.text(type, Result.getOrThrow(Rdata.decode(type, rdata)))
    )
  })

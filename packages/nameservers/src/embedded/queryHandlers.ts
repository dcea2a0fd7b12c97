import type { RemoteInfo } from "node:dgram"
import type { DnsHandlers } from "../transport/DnsService.ts"
import type { TcpConnection } from "../transport/TcpConnection.ts"
import type { SendDatagram } from "../transport/UdpService.ts"
import type { RateLimit } from "./RateLimit.ts"
import type { Responder } from "./Responder.ts"
import type { ZoneLoader } from "./ZoneLoader.ts"

export interface QueryHandlerOptions {
  readonly responder: Responder
  readonly loader: ZoneLoader
  /** Limit of responses over UDP. Undefined for no limit. */
  readonly limit: RateLimit | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Queries of one connection that wait for their zones; further ones are left unread. */
const maximumWaiting = 64

const sendTo = (connection: TcpConnection, answer: Buffer | undefined) => {
  // The connection of a client that sends anything but queries is closed.
  if (answer === undefined) connection.close()
  else connection.send(answer)
  connection.finish()
}

/** Handlers that answer queries, those for a zone that is not in memory after it is loaded. */
export const queryHandlers = ({ limit, loader, now, responder }: QueryHandlerOptions): DnsHandlers => {
  const afterLoading = (query: Buffer, isTcp: boolean, isLoaded: boolean): Buffer | undefined => {
    const answer = isLoaded ? responder.respond(query, isTcp, now()) : responder.failure(query)
    return typeof answer === "string" ? responder.failure(query) : answer
  }

  const tcp = (query: Buffer, connection: TcpConnection) => {
    const answer = responder.respond(query, true, now())
    if (typeof answer !== "string") return sendTo(connection, answer)
    const isWaiting = loader.whenLoaded(answer, (isLoaded) =>
      connection.whenWritable((isOpen) => {
        if (isOpen) sendTo(connection, afterLoading(query, true, isLoaded))
      }))
    if (!isWaiting) sendTo(connection, responder.failure(query))
  }

  const truncate = (query: Buffer, from: RemoteInfo, send: SendDatagram) => {
    const answer = responder.truncated(query)
    if (answer !== undefined) send(answer, from)
  }
  const respond = (query: Buffer, answer: Buffer | undefined, from: RemoteInfo, send: SendDatagram) => {
    if (answer === undefined) return
    const verdict = limit?.onResponse(from.address, answer, now()) ?? "send"
    if (verdict === "send") send(answer, from)
    if (verdict === "truncate") truncate(query, from, send)
  }
  const udp = (query: Buffer, from: RemoteInfo, send: SendDatagram) => {
    const time = now()
    const verdict = limit?.onQuery(from.address, time) ?? "send"
    if (verdict !== "send") return verdict === "drop" ? undefined : truncate(query, from, send)
    const answer = responder.respond(query, false, time)
    if (typeof answer !== "string") return respond(query, answer, from, send)
    loader.whenLoaded(answer, (isLoaded) => respond(query, afterLoading(query, false, isLoaded), from, send))
  }

  return { tcp, udp, concurrency: maximumWaiting }
}

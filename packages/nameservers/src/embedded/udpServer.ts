import { Effect, type Scope } from "effect"
import { createSocket, type RemoteInfo, type Socket } from "node:dgram"
import type { RateLimit } from "./RateLimit.ts"
import type { Service } from "./Service.ts"

/** Octets that the system keeps of what was not read yet, as far as it lets us. */
const receiveBuffer = 4 << 20

/** Addresses need no look-up, which would take a turn of the event loop for each answer. */
const asIs = (
  address: string,
  _: unknown,
  callback: (error: null, address: string, family: number) => void
): void => callback(null, address, address.includes(":") ? 6 : 4)

const open = (host: string, port: number): Effect.Effect<Socket, Error> =>
  Effect.callback((resume) => {
    const type = host.includes(":") ? "udp6" : "udp4"
    const socket = createSocket({ type, lookup: asIs })
    socket.once("error", (error) => resume(Effect.fail(error)))
    socket.bind({ port, address: host }, () => {
      socket.removeAllListeners("error")
      resume(Effect.succeed(socket))
    })
  })

const answering = (socket: Socket, { loader, now, responder }: Service, limit: RateLimit | undefined) => {
  const send = (answer: Buffer | undefined, { address, port }: RemoteInfo) => {
    if (answer === undefined) return
    // Without a callback, which would cost a turn: an answer that cannot be sent is like one that gets lost on the way.
    socket.send(answer, 0, answer.length, port, address)
  }
  const truncate = (query: Buffer, from: RemoteInfo) => send(responder.truncated(query), from)
  const respond = (query: Buffer, answer: Buffer | undefined, from: RemoteInfo) => {
    const verdict = answer === undefined ? "drop" : limit?.onResponse(from.address, answer, now()) ?? "send"
    if (verdict === "send") send(answer, from)
    if (verdict === "truncate") truncate(query, from)
  }
  const resumed = (query: Buffer, from: RemoteInfo, isLoaded: boolean) => {
    const answer = isLoaded ? responder.respond(query, false, now()) : responder.failure(query)
    respond(query, typeof answer === "string" ? responder.failure(query) : answer, from)
  }
  return (query: Buffer, from: RemoteInfo) => {
    const time = now()
    const verdict = limit?.onQuery(from.address, time) ?? "send"
    if (verdict !== "send") return verdict === "drop" ? undefined : truncate(query, from)
    const answer = responder.respond(query, false, time)
    if (typeof answer !== "string") return respond(query, answer, from)
    loader.whenLoaded(answer, (isLoaded) => resumed(query, from, isLoaded))
  }
}

/** Answers datagrams until the scope ends. Answers the port, which is chosen by the system for 0. */
export const udpServer = Effect.fnUntraced(function*(
  { host, port }: { readonly host: string; readonly port: number },
  service: Service,
  limit: RateLimit | undefined
): Effect.fn.Return<number, Error, Scope.Scope> {
  const socket = yield* Effect.acquireRelease(
    open(host, port),
    (opened) => Effect.callback<void>((resume) => void opened.close(() => resume(Effect.void)))
  )
  // Without privileges the system may give less than asked for.
  yield* Effect.ignore(Effect.try(() => socket.setRecvBufferSize(receiveBuffer)))
  socket.on("error", () => undefined)
  socket.on("message", answering(socket, service, limit))
  return socket.address().port
})

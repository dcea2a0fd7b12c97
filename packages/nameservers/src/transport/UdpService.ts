import { Effect, type Scope } from "effect"
import { createSocket, type RemoteInfo, type Socket } from "node:dgram"
import { longestQuery } from "./DnsFrame.ts"

/** Sends a datagram; one that cannot be sent is lost like others. */
export type SendDatagram = (message: Uint8Array, to: Pick<RemoteInfo, "address" | "port">) => void

export type UdpHandler = (message: Buffer, from: RemoteInfo, send: SendDatagram) => void

/** Octets of the system's buffer for datagrams, as far as it allows. */
const receiveBuffer = 4 << 20

/** Skips the name resolution of addresses, which takes a turn of the event loop. */
const asIs = (
  address: string,
  _: unknown,
  callback: (error: null, address: string, family: number) => void
): void => callback(null, address, address.includes(":") ? 6 : 4)

const open = (host: string, port: number): Effect.Effect<Socket, Error> =>
  Effect.callback((resume) => {
    const socket = createSocket({ type: host.includes(":") ? "udp6" : "udp4", lookup: asIs })
    const refuse = (error: Error) => {
      socket.close()
      resume(Effect.fail(error))
    }
    socket.once("error", refuse)
    socket.bind({ port, address: host }, () => {
      // A datagram that cannot be received or sent is lost like others. An error without a listener ends the process, so
      // the socket is never without one.
      socket.on("error", () => undefined)
      socket.off("error", refuse)
      resume(Effect.succeed(socket))
    })
  })

/** Serves DNS over UDP until the scope closes. */
export const udpService = Effect.fnUntraced(function*(
  { host, port }: { readonly host: string; readonly port: number },
  handler: UdpHandler
): Effect.fn.Return<void, Error, Scope.Scope> {
  let isOpen = true
  const close = (socket: Socket) =>
    Effect.callback<void>((resume) => {
      isOpen = false
      socket.close(() => resume(Effect.void))
    })
  const socket = yield* Effect.acquireRelease(open(host, port), close)
  // Without privileges the system may grant less.
  yield* Effect.ignore(Effect.try(() => socket.setRecvBufferSize(receiveBuffer)))
  const send: SendDatagram = (message, { address, port: toPort }) => {
    // A datagram from port 0 expects no answer (RFC 768), and Node throws for this port. A callback would cost a turn of
    // the event loop.
    if (isOpen && toPort !== 0) socket.send(message, 0, message.length, toPort, address)
  }
  socket.on("message", (message, from) => {
    if (message.length <= longestQuery) handler(message, from, send)
  })
})

import { connect, type Socket } from "node:net"

/** Request as octets; `expected` is the required status of the response. */
export interface WireRequest {
  readonly text: string
  readonly expected: number
}

export const wireRequest = (
  method: string,
  path: string,
  { body, expected = 200, headers }: {
    readonly headers: Readonly<Record<string, string>>
    readonly body?: unknown
    readonly expected?: number
  }
): WireRequest => {
  const payload = body === undefined ? "" : JSON.stringify(body)
  const lines = Object.entries({
    host: "127.0.0.1",
    ...headers,
    ...(body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) })
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return { text: `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${payload}`, expected }
}

export interface WireAnswer {
  readonly status: number
  readonly body: string
}

/**
 * Connection that sends requests sequentially. It supports only responses with a `Content-Length`, which all
 * servers here send. It costs a fraction of a full client, because a client on the same cores would distort the figures.
 */
const openConnection = async (port: number) => {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opening = connect({ port, host: "127.0.0.1", noDelay: true }, () => resolve(opening)).once("error", reject)
  })
  let received: Buffer = Buffer.alloc(0)
  let waiting: { readonly resolve: (answer: WireAnswer) => void; readonly reject: (error: Error) => void } | undefined
  socket.on("data", (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const answer = completeAnswer(received)
    if (answer === undefined) return
    received = Buffer.alloc(0)
    waiting?.resolve(answer)
  })
  socket.on("error", (error) => waiting?.reject(error))
  socket.on("close", () => waiting?.reject(new Error("The server closed the connection")))
  return {
    send: (text: string) =>
      new Promise<WireAnswer>((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(text)
      }),
    close: () => socket.destroy()
  }
}

const completeAnswer = (received: Buffer): WireAnswer | undefined => {
  const end = received.indexOf("\r\n\r\n")
  if (end === -1) return undefined
  const head = received.toString("latin1", 0, end)
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
  if (received.length < end + 4 + length) return undefined
  return { status: Number(head.slice(9, 12)), body: received.toString("utf8", end + 4, end + 4 + length) }
}

/** Sends one request on a new connection. */
export const ask = async (port: number, request: WireRequest): Promise<WireAnswer> => {
  const connection = await openConnection(port)
  const answer = await connection.send(request.text)
  connection.close()
  return answer
}

/** Sends `count` requests over several connections, sequentially on each. Returns the duration in seconds. */
export const sendAll = async (
  port: number,
  connections: number,
  count: number,
  requestOf: (index: number) => WireRequest
): Promise<number> => {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  let next = 0
  const started = performance.now()
  await Promise.all(open.map(async ({ send }) => {
    while (next < count) {
      const request = requestOf(next++)
      const { body, status } = await send(request.text)
      if (status !== request.expected) {
        const line = request.text.slice(0, request.text.indexOf("\r"))
        throw new Error(`${line}: ${status} instead of ${request.expected}: ${body.slice(0, 500)}`)
      }
    }
  }))
  const seconds = (performance.now() - started) / 1000
  for (const { close } of open) close()
  return seconds
}

import { request } from "node:https"
import { connect as connectPlain } from "node:net"
import type { TLSSocket } from "node:tls"

/** Response over TLS, and the presented certificate. */
export interface SecureAnswer {
  readonly status: number
  readonly body: string
  /** Fingerprint of the presented certificate. */
  readonly fingerprint: string
  /** Subject alternative names. */
  readonly names: string
}

export interface SecureRequest {
  readonly port: number
  /** Root, or intermediate certificate, that is trusted; in PEM. */
  readonly root: string
  /** Name of the handshake; empty for none. */
  readonly sni: string
  /** Header `Host`; default the name. */
  readonly host?: string
  readonly path?: string
}

/** One request on a connection of its own. Rejects with the error of the handshake, such as an alert. */
export const secureExchange = (
  { host, path = "/health/live", port, root, sni }: SecureRequest
): Promise<SecureAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      path,
      servername: sni,
      ca: root,
      allowPartialTrustChain: true,
      agent: false,
      // The tests compare the names themselves.
      checkServerIdentity: () => undefined,
      headers: { host: host ?? sni }
    }, (response) => {
      const { fingerprint256, subjectaltname = "" } = (response.socket as TLSSocket).getPeerCertificate()
      let body = ""
      response.on("data", (chunk) => body += String(chunk))
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body, fingerprint: fingerprint256, names: subjectaltname }))
    })
    sent.once("error", reject)
    sent.end()
  })

/** Message of the error that ends a handshake; undefined if it succeeds. */
export const handshakeError = (asked: SecureRequest): Promise<string | undefined> =>
  secureExchange(asked).then(() => undefined, (error: Error) => error.message)

export interface PlainAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Response to these lines over plain HTTP; the connection ends after it. */
export const plainExchange = (port: number, ...lines: ReadonlyArray<string>): Promise<PlainAnswer> =>
  new Promise((resolve, reject) => {
    const socket = connectPlain(port, "127.0.0.1", () => socket.write(`${lines.join("\r\n")}\r\n\r\n`, "latin1"))
    let text = ""
    socket.on("data", (chunk) => text += chunk.toString("latin1"))
    socket.once("error", reject)
    socket.once("close", () => {
      const [head = "", body = ""] = text.split(/\r\n\r\n(.*)/s)
      const [first = "", ...others] = head.split("\r\n")
      const headers = Object.fromEntries(others.map((line) => {
        const [name = "", value = ""] = line.split(/: (.*)/s)
        return [name.toLowerCase(), value]
      }))
      resolve({ status: Number(first.split(" ")[1]), headers, body })
    })
  })

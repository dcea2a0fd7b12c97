import type { AddressInfo } from "node:net"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

export interface ReceivedMail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  /** The message with its headers. */
  readonly raw: string
}

export interface MailServer extends AsyncDisposable {
  readonly port: number
  readonly received: ReadonlyArray<ReceivedMail>
  readonly connections: () => number
}

/** A refusal with a response code. */
export const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode })

/** An SMTP server on this machine. */
export const mailServer = async (options: SMTPServerOptions = {}, port = 0): Promise<MailServer> => {
  const received: Array<ReceivedMail> = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      connections++
      done()
    },
    onClose: () => void connections--,
    onData: (stream, { envelope }, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const { mailFrom, rcptTo } = envelope
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString()
        })
        done()
      })
    },
    ...options
  })
  server.on("error", () => {})
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", () => resolve()))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    connections: () => connections,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

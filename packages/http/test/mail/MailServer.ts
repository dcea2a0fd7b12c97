import type { AddressInfo } from "node:net"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

export interface ReceivedMail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  /** The message with its headers. */
  readonly raw: string
}

/** Parts of a message with their lines as they were written, if they are quoted-printable. */
export const partsOf = ({ raw }: Pick<ReceivedMail, "raw">): string =>
  raw.replaceAll("=\r\n", "").replaceAll("=3D", "=").replaceAll("\r\n", "\n")

export const messageIdOf = ({ raw }: Pick<ReceivedMail, "raw">): string => /^Message-ID: (\S+)/m.exec(raw)?.[1] ?? ""

export interface MailServer extends AsyncDisposable {
  readonly port: number
  readonly received: ReadonlyArray<ReceivedMail>
  readonly connections: () => number
}

/** A refusal with a response code. */
export const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode })

export interface MailServerOptions extends SMTPServerOptions {
  /** Responds to a message that has arrived. Default: it is accepted, and added to `received`. */
  readonly onReceived?: (mail: ReceivedMail, done: (error?: Error | null) => void) => void
}

/** An SMTP server on this machine. */
export const mailServer = async (
  { onReceived, ...options }: MailServerOptions = {},
  port = 0
): Promise<MailServer> => {
  const received: Array<ReceivedMail> = []
  const accept = (mail: ReceivedMail, done: () => void) => {
    received.push(mail)
    done()
  }
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
        const mail = {
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString()
        }
        ;(onReceived ?? accept)(mail, done)
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

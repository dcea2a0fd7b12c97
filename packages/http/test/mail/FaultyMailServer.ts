import { type MailServer, mailServer, type ReceivedMail } from "./MailServer.ts"

/** Points of an SMTP transaction. From `stored` on, the server has the message, and the client does not know it. */
export type SmtpStage = "connect" | "sender" | "recipient" | "message" | "stored"

/** Response of the server at a stage: undefined continues, an error refuses, and `silence` never responds. */
export type SmtpBehaviour = (stage: SmtpStage) => Error | "silence" | undefined

/** Server that accepts every message. */
export const accepting: SmtpBehaviour = () => undefined

export interface FaultyMailServer extends AsyncDisposable {
  readonly port: number
  /** The messages that the server has stored, in order. */
  readonly received: ReadonlyArray<ReceivedMail>
  /** The stages of all transactions so far, in order. */
  readonly stages: ReadonlyArray<SmtpStage>
  /** Changes the behaviour. Default: every message is accepted. */
  readonly behave: (behaviour: SmtpBehaviour) => void
  /** Ends the server with its connections. The messages remain. */
  readonly stop: () => Promise<void>
  /** Starts the server again, on the same port. */
  readonly start: () => Promise<void>
}

/** An SMTP server on this machine that can refuse, delay and stop at every stage. */
export const faultyMailServer = async (): Promise<FaultyMailServer> => {
  const received: Array<ReceivedMail> = []
  const stages: Array<SmtpStage> = []
  let behaviour = accepting

  const respond = (stage: SmtpStage, done: (error?: Error | null) => void): void => {
    stages.push(stage)
    const response = behaviour(stage)
    if (response !== "silence") done(response)
  }

  const started = (port?: number): Promise<MailServer> =>
    mailServer({
      onConnect: (_session, done) => respond("connect", done),
      onMailFrom: (_from, _session, done) => respond("sender", done),
      onRcptTo: (_to, _session, done) => respond("recipient", done),
      onReceived: (mail, done) =>
        respond("message", (refusal) => {
          if (refusal) return done(refusal)
          received.push(mail)
          respond("stored", done)
        })
    }, port)

  let server = await started()
  const { port } = server
  const stop = async () => await server[Symbol.asyncDispose]()
  return {
    port,
    received,
    stages,
    behave: (next) => void (behaviour = next),
    stop,
    start: async () => void (server = await started(port)),
    [Symbol.asyncDispose]: stop
  }
}

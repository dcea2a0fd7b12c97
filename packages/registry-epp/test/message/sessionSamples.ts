import type { EppGreeting } from "../../src/message/EppResponse.ts"
import { EppUri } from "../../src/message/EppUri.ts"
import { present } from "../../src/message/present.ts"
import type { LoginSecurityEvent } from "../../src/message/ResponseExtension.ts"
import type { Login, SessionCommand, UserAgent } from "../../src/message/SessionCommand.ts"
import { samples } from "./Samples.ts"
import type { SampleText } from "./SampleText.ts"

export const sessionTags = ["Hello", "Login", "Logout", "PollRequest", "PollAcknowledgement"] as const

const characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!&<>\"'\u00e9"

/** Commands and answers about the session, as the schemas allow them. */
export const sessionSamples = (draw: SampleText) => {
  const { clientId, label, maybe, moment, some, text } = samples(draw)
  const short = (): string =>
    draw.pick([draw.text(characters, 6 + draw.below(11)), "two words", "\u{1f600}".repeat(16)])
  const long = (): string =>
    draw.pick([draw.text(characters, 17 + draw.below(50)), "[LOGIN-SECURITY]", "\u{1f600}".repeat(17)])
  const any = (): string => draw.chance(50) ? short() : long()
  const userAgent = (): UserAgent =>
    draw.pick<UserAgent>([
      { app: text() },
      { app: text(), tech: text(), os: text() },
      { app: text(), os: text() },
      { tech: text(), os: text() },
      { os: text() }
    ])
  const login = (): Login => {
    const common = {
      _tag: "Login" as const,
      clientId: clientId(),
      version: "1.0",
      language: draw.pick(["en", "en-US"]),
      objects: some(1, 3, () => draw.pick([EppUri.domain, EppUri.host, EppUri.contact]))
    }
    return draw.chance(50)
      ? present({
        ...common,
        password: short(),
        newPassword: maybe(short),
        extensions: some(0, 3, () => EppUri.secDNS)
      })
      : present({
        ...common,
        password: any(),
        newPassword: maybe(any),
        extensions: [EppUri.fee, EppUri.loginSec],
        userAgent: maybe(userAgent)
      })
  }
  const makers: Readonly<Record<SessionCommand["_tag"], () => SessionCommand>> = {
    Hello: () => ({ _tag: "Hello" }),
    Login: login,
    Logout: () => ({ _tag: "Logout" }),
    PollRequest: () => ({ _tag: "PollRequest" }),
    PollAcknowledgement: () => ({ _tag: "PollAcknowledgement", messageId: text() })
  }
  return {
    command: (tag: SessionCommand["_tag"]): SessionCommand => makers[tag](),
    greeting: (): EppGreeting => ({
      _tag: "Greeting",
      server: `${label()} EPP`,
      date: moment(),
      versions: ["1.0"],
      languages: some(1, 2, () => draw.pick(["en", "nl"])),
      objects: some(1, 3, () => draw.pick([EppUri.domain, EppUri.host])),
      extensions: some(0, 4, () => draw.pick([EppUri.fee, EppUri.unhandledNamespaces]))
    }),
    securityEvent: (): LoginSecurityEvent =>
      present({
        type: draw.pick(["password", "certificate", "cipher", "tlsProtocol", "newPW", "stat", "custom"] as const),
        name: maybe(text),
        level: draw.pick(["warning", "error"] as const),
        expiresOn: maybe(moment),
        value: maybe(text),
        duration: maybe(() => "P1D"),
        text: draw.pick(["", text()])
      })
  }
}

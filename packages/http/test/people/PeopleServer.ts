import type { User } from "@namewright/core/access"
import type { PlatformOptions } from "@namewright/core/embed"
import { type TestPlatform, testPlatform } from "@namewright/testing"
import { createServer } from "node:http"
import { freePort } from "../../../../test/freePort.ts"
import { passwordHasherWith } from "../../src/access/PasswordHasherScrypt.ts"
import { smtpMailer } from "../../src/mail/smtpMailer.ts"
import type { HttpSettings } from "../../src/shared/HttpSettings.ts"
import { toNodeHandler } from "../../src/toNodeHandler.ts"
import { type MailServer, mailServer, type ReceivedMail } from "../mail/MailServer.ts"
import { Browser } from "../realm/Browser.ts"

/** Hashes that cost a test nothing. */
const passwordHasher = passwordHasherWith({ cost: 16, blockSize: 8, parallelism: 1 })

export interface TestUser extends Pick<User, "username" | "email"> {
  readonly user_id: string
  readonly organization_id: string
}

/** A platform with an embedded realm on a clock of its own, which sends its mails to an SMTP server. */
export interface PeopleServer extends AsyncDisposable {
  readonly platform: TestPlatform
  readonly url: string
  readonly issuer: string
  readonly smtp: MailServer
  readonly browser: () => Browser
  /** Mails to an address that the SMTP server has received, with decoded lines, after all jobs have run. */
  readonly mailsTo: (address: string) => Promise<ReadonlyArray<string>>
  /** A new user, invited without a password. */
  readonly user: (
    members?: {
      readonly organization?: string
      readonly password?: string
      readonly locale?: string
      readonly email?: string
    }
  ) => Promise<TestUser>
}

export const peopleServer = async (
  options: Partial<PlatformOptions> = {},
  settings: Partial<Pick<HttpSettings, "rateLimits">> = {},
  /** Browsers offer passkeys at `localhost`, and not at addresses. */
  hostname: "127.0.0.1" | "localhost" = "127.0.0.1"
): Promise<PeopleServer> => {
  const smtp = await mailServer()
  const url = `http://${hostname}:${await freePort()}`
  const issuer = `${url}/realms/sandbox`
  const platform = await testPlatform({
    baseUrl: url,
    signInPages: issuer,
    passwordHasher,
    mailer: smtpMailer({ url: `smtp://127.0.0.1:${smtp.port}` }),
    ...options
  })
  const server = createServer(toNodeHandler(platform, { realm: "embedded", rateLimits: false, ...settings }))
  await new Promise<void>((resolve) => void server.listen(Number(new URL(url).port), "127.0.0.1", () => resolve()))
  let made = 0
  return {
    platform,
    url,
    issuer,
    smtp,
    browser: () => new Browser(url),
    mailsTo: async (address) => {
      await platform.clock.settle()
      return smtp.received.filter(({ to }) => to.includes(address)).map(textOf)
    },
    user: async ({ email, locale = "en", organization, password } = {}) => {
      const organization_id = organization ?? (await platform.create.organization()).organization_id
      const username = `ada${++made}`
      return platform.as(organization_id, "admin").users.create({
        username,
        email: email ?? `${username}@example.org`,
        first_name: "Ada",
        last_name: "Lovelace",
        locale,
        ...(password === undefined ? {} : { password })
      })
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
      await platform.dispose()
      await smtp[Symbol.asyncDispose]()
    }
  }
}

/** A message with its lines as they were written, if its parts are quoted-printable (RFC 2045, section 6.7). */
const textOf = ({ raw }: ReceivedMail): string =>
  Buffer.from(
    raw.replaceAll("=\r\n", "").replaceAll("\r\n", "\n")
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1"
  ).toString()

/** The first link of the plain text of a mail to a page of the realm. */
export const linkOf = (mail: string | undefined, page: string): string =>
  new RegExp(`https?://\\S+/${page}\\?token=[\\w-]+`).exec(mail ?? "")?.[0] ?? ""

import type { BrandingDocumentInput } from "@namewright/core/branding"
import { Mails, type MailTemplate, mailTemplatesByName, type NewMail } from "@namewright/core/mail"
import { OrganizationId } from "@namewright/core/shared"
import { type TestPlatform, testPlatform, type TestPlatformOptions } from "@namewright/testing"
import { DateTime, Record } from "effect"
import PostalMime, { type Email } from "postal-mime"
import { smtpMailer } from "../../src/mail/smtpMailer.ts"
import { mailServer } from "./MailServer.ts"

/** Names and addresses of the installation, which no mail of a reseller contains. */
export const installation = { name: "Farwright", host: "farwright.example" } as const

export const brandDocument: BrandingDocumentInput = {
  brand: { name: "Nordhost" },
  theme: { light: { primary: "#0f766e", primary_foreground: "#ffffff" } },
  content: {
    support: { url: "https://help.nordhost.example/" },
    footer: { legal_entity: "Nordhost GmbH", lines: ["Hafenstr. 1, Hamburg"] },
    signature: "Your Nordhost team",
    email_blocks: { user_invitation: { greeting: { de: "Moin {{name}}," } } }
  }
}

/** Base URL of the pages below which the samples of the templates are. */
const baseUrl = "https://example.com"

/** A platform with a mail server, and a reseller with a customer. */
export const brandPlatform = async (options: TestPlatformOptions = {}) => {
  const server = await mailServer()
  const platform = await testPlatform({
    baseUrl,
    mailFrom: `${installation.name} <noreply@${installation.host}>`,
    brandMailFrom: "noreply@mailing.example",
    mailer: smtpMailer({ url: `smtp://127.0.0.1:${server.port}` }),
    ...options
  })
  const { organization_id: reseller } = await platform.operator.organizations.createParent({ name: "Reseller" })
  const { organization_id: customer } = await platform.as(reseller, "admin").organizations.create({ name: "Customer" })
  return {
    platform,
    reseller,
    customer,
    received: () => Promise.all(server.received.map(({ raw }) => PostalMime.parse(raw))),
    raw: () => server.received,
    [Symbol.asyncDispose]: async () => {
      await platform[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    }
  }
}

/** A mail of a template with its samples. */
export const sampleMail = (
  name: string,
  organization: string | null,
  locale: "de" | "en" = "en"
): NewMail<MailTemplate["variables"]> => {
  const template = mailTemplatesByName.get(name)
  if (template === undefined) throw new Error(`No template ${name}`)
  const values = Record.map(
    template.variables,
    ({ sample, type }) => type === "date" ? DateTime.makeUnsafe(sample) : sample
  )
  return {
    cause: `${name}/${organization}/${locale}`,
    organization_id: organization === null ? null : OrganizationId.make(organization),
    to: "ada@customer.example",
    locale,
    template,
    values
  }
}

export const sendMail = ({ runtime }: TestPlatform, mail: ReturnType<typeof sampleMail>) =>
  runtime.runPromise(Mails.use((mails) => mails.send(mail)))

/** Everything that a recipient can read in a mail. */
export const shownIn = ({ from, headers, html, replyTo, subject, text }: Email): string =>
  JSON.stringify({ from, headers, html, replyTo, subject, text })

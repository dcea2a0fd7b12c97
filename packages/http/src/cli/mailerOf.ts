import { Mailer } from "@namewright/core/mail"
import { Layer, Redacted } from "effect"
import { dirname, join } from "node:path"
import { mailFolder } from "../mail/mailFolder.ts"
import { smtpMailer } from "../mail/smtpMailer.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { inFile } from "./Database.ts"
import type { Settings } from "./Settings.ts"

export type MailChoice = Pick<Settings, "database" | "environment"> & {
  readonly smtpUrl?: Settings["smtpUrl"]
  readonly mailFrom?: Settings["mailFrom"]
  readonly mailFolder?: Settings["mailFolder"]
}

/** Destination of mails. */
export type MailRoute =
  | { readonly type: "smtp"; readonly url: Redacted.Redacted }
  | { readonly type: "folder"; readonly folder: string }
  /** The default of the platform. */
  | { readonly type: "none" }
  | { readonly type: "invalid"; readonly problem: string }

/** Destination of mails by the settings. */
export const mailRoute = ({ database, environment, mailFolder: folder, mailFrom, smtpUrl }: MailChoice): MailRoute => {
  if (smtpUrl !== undefined && folder !== undefined) {
    return { type: "invalid", problem: "--mail-folder and --smtp-url exclude each other" }
  }
  if (smtpUrl !== undefined) {
    return mailFrom === undefined
      ? { type: "invalid", problem: "--mail-from: expected the sender of mails, because --smtp-url is set" }
      : { type: "smtp", url: smtpUrl }
  }
  if (folder !== undefined) return { type: "folder", folder }
  const file = environment === "sandbox" ? inFile(database) : undefined
  return file === undefined ? { type: "none" } : { type: "folder", folder: join(dirname(file), "mail") }
}

/** Mailer of the settings; undefined for the default of the platform. */
export const mailerOf = (choice: MailChoice) => {
  const route = mailRoute(choice)
  if (route.type === "smtp") return smtpMailer({ url: route.url })
  if (route.type === "folder") return mailFolder(route.folder)
  return route.type === "none" ? undefined : Layer.effect(Mailer, new CommandFailed({ message: route.problem }))
}

/** Destination in summary and diagnosis, without its password. */
export const describeMail = (choice: MailChoice): string => {
  const route = mailRoute(choice)
  if (route.type === "smtp") return `by SMTP to ${new URL(Redacted.value(route.url)).host}`
  if (route.type === "folder") return `files in ${route.folder}`
  if (route.type === "invalid") return route.problem
  return choice.environment === "sandbox" ? "stored, not sent" : "stored, and not sent without --smtp-url"
}

import { Mailer } from "@namewright/core/mail"
import { Layer } from "effect"
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

/** Mailer of the settings; undefined for the default of the platform. */
export const mailerOf = ({ database, environment, mailFolder: folder, mailFrom, smtpUrl }: MailChoice) => {
  if (smtpUrl !== undefined && folder !== undefined) return failing("--mail-folder and --smtp-url exclude each other")
  if (smtpUrl !== undefined) {
    return mailFrom === undefined
      ? failing("--mail-from: expected the sender of mails, because --smtp-url is set")
      : smtpMailer({ url: smtpUrl })
  }
  if (folder !== undefined) return mailFolder(folder)
  const file = environment === "sandbox" ? inFile(database) : undefined
  return file === undefined ? undefined : mailFolder(join(dirname(file), "mail"))
}

const failing = (message: string) => Layer.effect(Mailer, new CommandFailed({ message }))

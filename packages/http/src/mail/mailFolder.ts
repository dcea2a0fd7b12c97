import { Mailer } from "@namewright/core/mail"
import { DateTime, Effect, Layer } from "effect"
import { mkdir, rename, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { loadNodemailer } from "./loadNodemailer.ts"
import { nodemailerMessage } from "./nodemailerMessage.ts"

/**
 * Mailer of a sandbox: writes each message to a folder as a file `TIME-MAIL_ID.eml`, which mail programs open. The folder
 * is created if it does not exist, and only its owner can read it.
 */
export const mailFolder = (folder: string): Layer.Layer<Mailer> => {
  const root = resolve(folder)
  return Layer.succeed(Mailer, {
    sends: true,
    send: (message) =>
      Effect.gen(function*() {
        const { createTransport } = yield* loadNodemailer
        const now = yield* DateTime.now
        const transport = createTransport({ streamTransport: true, buffer: true })
        yield* Effect.promise(async () => {
          const { message: bytes } = await transport.sendMail(nodemailerMessage(message, now))
          if (!(bytes instanceof Uint8Array)) throw new Error("The message was not buffered")
          const path = join(root, nameOf(message.message_id, now))
          await mkdir(root, { recursive: true, mode: 0o700 })
          await writeFile(`${path}.unfinished`, bytes, { mode: 0o600 })
          await rename(`${path}.unfinished`, path)
        })
      })
  })
}

/** `20300101T090000Z-mail_01h….eml` */
const nameOf = (messageId: string, now: DateTime.Utc): string => {
  const time = DateTime.formatIso(now).replace(/\.\d+/, "").replace(/[-:]/g, "")
  const id = messageId.replace(/^<|@.*$/g, "").replace(/[^\w-]/g, "_")
  return `${time}-${id}.eml`
}
